import ShellCommands
import Testing

@testable import SeashellApp

/// The text of `orders --help`, in a shell that has no shop.
@Suite struct StartHelpTests {
  private static func text(width: Int = 80) -> String {
    let identity = ShellIdentity("orders", version: "1.0", abstract: "A shell for orders")
    return StartHelp(identity: identity, example: "orders list").text(in: TextLayout(width: width))
  }

  @Test func `--help has the shell's name and first example, not Seashell's`() {
    let text = Self.text()
    #expect(text.hasPrefix("A shell for orders\n\nUsage: orders [OPTION…] [COMMAND WORD…]\n"))
    for part in [
      "\nTry: orders orders list", "\n  orders help ", "\n  orders help configuration ",
      "; see man orders\n",
    ] {
      #expect(text.contains(part), "\(part) is missing in \(text)")
    }
    for word in ["seashell", "shop", "products", "embedded"] {
      #expect(!text.lowercased().contains(word))
    }
  }

  @Test func `--help fits a screen of 24 lines with the prompt below`() {
    let lines = Self.text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 23, "\(lines.count) lines")
    for line in lines { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `--help has every option of the program`() {
    for option in OptionSpecification.ofProgram { #expect(Self.text().contains(option.label)) }
  }
}
