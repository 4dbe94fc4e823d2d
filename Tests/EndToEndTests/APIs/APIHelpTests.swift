import Foundation
import Testing
import TestSupport

/// How a user finds the commands of an API that was added, and runs a group with one command.
@Suite(.mayBlock) struct APIHelpTests {
  private static let paths = #"""
    "/heartbeat": {"get": {"operationId": "beat", "summary": "Check the server",
      "tags": ["System"]}},
    "/sites/{site}": {"parameters": [{"name": "site", "in": "path", "required": true,
        "schema": {"enum": ["north", "south"]}}],
      "get": {"operationId": "getSite", "summary": "Get a site", "tags": ["Sites"]},
      "head": {"operationId": "hasSite"}}
    """#

  private static func home() throws -> Sandbox {
    let home = try Sandbox()
    let file = try home.file("wh.json", AddingAPIsTests.description(paths))
    try home.succeed("api", "add", "wh", file, "--url", "http://127.0.0.1:1", "--yes")
    return home
  }

  @Test func `commands are found before their API is the current one`() throws {
    let home = try Self.home()
    #expect(try home.succeed("help", "wh", "check").contains("GET /heartbeat"))
    #expect(try home.succeed("-c", "open products/p-1; help wh check").contains("GET /heartbeat"))
    #expect(
      try home.succeed("modules", "grep", "check", "SERVER")
        .contains("wh heartbeat show\tCheck the server\n"))
    let none = try home.seashell("help", "wh", "zebra")
    #expect(none.status == 2 && none.errors.contains("'wh zebra' is not a command"))
  }

  @Test func `a group with one command has its help, its arguments and its completion`() throws {
    let home = try Self.home()
    #expect(
      try home.succeed("wh", "sites", "north", "--dry-run", "-o", "json")
        .contains("http://127.0.0.1:1/sites/north"))
    for line in ["help wh sites", "wh sites --help"] {
      #expect(try home.succeed("-c", line).contains("wh sites show SITE"))
    }
    #expect(
      try home.succeed("-e", "wh:local", "-c", "sites north --dry-run | get url")
        == "http://127.0.0.1:1/sites/north\n")
    let words = try home.succeed("complete", "--", "wh", "sites", "").split(separator: "\n")
      .compactMap { $0.split(separator: "\t").first }
    for word in ["north", "south", "show"] { #expect(words.contains { $0.hasSuffix(word) }) }
    #expect(try home.succeed("complete", "--", "wh", "sites", "--dry").contains("--dry-run"))
  }

  @Test func `what has no command is counted, and listed when it is asked for`() throws {
    let home = try Self.home()
    let shown = try home.seashell("api", "show", "wh")
    #expect(!shown.output.contains("hasSite"))
    #expect(shown.errors.contains("not listed: 1 operation (HEAD); '-o json' has all"))
    #expect(try home.succeed("api", "show", "wh", "-o", "json").contains("hasSite"))
    #expect(try home.succeed("-c", "api show wh | count") == "3\n")
    #expect(try home.succeed("help", "wh").contains("Not listed: 1 HEAD;"))
    #expect(!(try home.succeed("complete", "--", "wh", "")).contains("hasSite"))
    #expect(
      try home.succeed("wh", "hasSite", "north", "--dry-run", "-o", "json").contains("HEAD"))
  }
}
