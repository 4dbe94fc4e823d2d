import SeashellKit
import ShellCommands

/// The program's own help, `orders --help`, which fits on a screen of 24 lines.
struct StartHelp {
  let identity: ShellIdentity

  let example: String

  /// Returns the help; its last line has no newline.
  func text(in layout: TextLayout) -> String {
    let name = identity.name
    var lines = layout.paragraphs(identity.abstract) + [""]
    lines += layout.paragraphs(
      """
      Usage: \(name) [OPTION…] [COMMAND WORD…]
      Without a command it starts a prompt, or reads a script from standard input.
      """)
    lines += layout.columns(
      (OptionSpecification.ofProgram + OptionSpecification.everywhere).map {
        ($0.label, $0.abstract)
      })
    lines += layout.columns([
      ("\(name) help", "lists the commands and pages; see man \(name)"),
      ("\(name) help configuration", "tells of environments, files and variables"),
    ])
    lines += layout.paragraphs("Try: \(name) \(example)")
    return lines.joined(separator: "\n")
  }
}
