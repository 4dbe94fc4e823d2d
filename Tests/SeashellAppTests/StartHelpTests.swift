import ShellCommands
import Testing

@testable import SeashellApp

/// What `orders --help` says, in a shell that has no shop.
@Suite struct StartHelpTests {
  private static func text(environment: String?, usesToken: Bool) throws -> String {
    let identity = ShellIdentity("orders", version: "1.0", abstract: "A shell for orders")
    let help = StartHelp(
      identity: identity,
      environment: try environment.map { try APIEnvironment($0, "https://orders.example.com") },
      example: "orders list", usesToken: usesToken)
    return help.text.text(in: TextLayout(width: 1_000))
  }

  @Test func `it has the name and the first example, and no word of Seashell or a shop`() throws {
    let text = try Self.text(environment: "live", usesToken: true)
    #expect(text.hasPrefix("A shell for orders\n"))
    for part in [
      "ORDERS_ENV, else by $XDG_CONFIG_HOME/orders/config.json, and else to the environment 'live'. ",
      "ORDERS_TOKEN may hold an access token", "\n  orders orders list\n",
      "\n  orders -f check.sea staging\n",
    ] {
      #expect(text.contains(part), "\(part) is missing in \(text)")
    }
    for word in ["seashell", "shop", "products", "embedded"] {
      #expect(!text.lowercased().contains(word))
    }
  }

  @Test func `it does not speak of a token that no module sends, or an environment that is not`()
    throws
  {
    let text = try Self.text(environment: nil, usesToken: false)
    #expect(!text.contains("TOKEN"))
    #expect(text.contains("else by $XDG_CONFIG_HOME/orders/config.json. "))
  }
}
