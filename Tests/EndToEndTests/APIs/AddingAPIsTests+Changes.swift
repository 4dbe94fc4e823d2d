import Foundation
import Testing

/// Descriptions that change after they were added.
extension AddingAPIsTests {
  private static let write = #""/items":{"put":{"operationId":"putItems"}}"#
  private static let moved = #""/everything":{"put":{"operationId":"putItems"}}"#

  @Test func `a changed description keeps the names of commands`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    try home.succeed("api", "add", "wh", live.address, "--yes")
    #expect(try home.succeed("wh", "items", "list", "-o", "tsv").contains("Anchor"))
    #expect(
      try home.succeed("-e", "wh:local", "-c", "items show i-1 | get name; getItem i-2 | get name")
        == "Anchor\nBuoy\n")
    #expect(try home.succeed("help", "wh").contains("  wh items     add, "))
    #expect(try home.succeed("wh", "items", "--help").contains("  wh items list "))
    #expect(try home.succeed("help", "wh", "items", "show").contains("wh items show ITEM-ID"))
    let misspelt = try home.seashell("wh", "items", "lst")
    #expect(misspelt.status == 2)
    #expect(misspelt.errors.contains("did you mean 'wh items list'?"), "\(misspelt.errors)")
    let bare = try home.seashell("wh", "items")
    #expect(bare.status == 2)
    #expect(bare.errors.contains("'wh items' needs a command: add, "), "\(bare.errors)")
    let alone = try home.seashell("wh")
    #expect(alone.status == 2)
    #expect(
      alone.errors.contains("'wh' needs a group and a command: denied, items, "), "\(alone.errors)")

    // The name of an added operation must not take that of another one.
    let other =
      #""/parts":{"get":{"operationId":"oldParts","responses":{"200":{"description":""}}}}"#
    let another = #""/parts/all":{"get":{"operationId":"listParts","tags":["parts"]}}"#
    let file = try home.file("parts.json", Self.description(other))
    try home.succeed("api", "add", "tk", file, "--url", live.address, "--yes")
    func commands() throws -> [String] {
      try home.succeed("-c", "api show tk | get command").split(separator: "\n").map(String.init)
    }
    let first = try commands()
    #expect(first.count == 1)
    try home.file("parts.json", Self.description("\(another),\(other)"))
    try home.succeed("api", "refresh", "tk")
    let second = try commands()
    #expect(second.count == 2 && second.contains(first[0]))
    // A removed name has no other meaning.
    try home.file("parts.json", Self.description(another))
    try home.succeed("api", "refresh", "tk")
    #expect(try commands() == second.filter { $0 != first[0] })
    let gone = try home.seashell("-c", first[0])
    #expect(gone.status == 2 && gone.errors.contains("is gone since 20"), "\(gone.errors)")
    #expect(gone.errors.contains("'oldParts' is not in the description"), "\(gone.errors)")
    try home.file("parts.json", Self.description("\(other),\(another)"))
    try home.succeed("api", "refresh", "tk")
    #expect(try Set(commands()) == Set(second))
    // The error about a renamed command gives its new name, even if its whole group is gone.
    let renamed = #""/parts":{"get":{"operationId":"oldParts","x-cli-name":"stock"}}"#
    try home.file("parts.json", Self.description(renamed))
    try home.succeed("api", "refresh", "tk")
    let former = try home.seashell("-c", first[0])
    #expect(former.status == 2 && former.errors.contains("has another name since"))
    #expect(former.errors.contains("or 'tk oldParts', which stays"), "\(former.errors)")
  }

  @Test func `an API's name alone lists its groups, and the commands beside them`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let paths =
      #""/parts":{"get":{"operationId":"listParts","tags":["parts"]},"head":{"operationId":"lookAtParts","tags":["parts"]}}"#
    let file = try home.file("parts.json", Self.description(paths))
    try home.succeed("api", "add", "tk", file, "--url", live.address, "--yes")
    let alone = try home.seashell("tk")
    #expect(alone.status == 2)
    #expect(
      alone.errors.contains("'tk' needs a group or a command: parts, lookAtParts; help tk"),
      "\(alone.errors)")
  }

  @Test func `a description's change of trust needs the user's consent`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let file = try home.file("openapi.json", Self.description(Self.write))
    try home.succeed("api", "add", "wh", file, "--url", live.address, "--yes")
    try home.file("openapi.json", Self.description(Self.moved))
    let used = try home.seashell("wh", "putItems", "--yes")
    #expect(used.errors.contains("has changes that need your consent"), "\(used.errors)")
    #expect(live.requests.map(\.line) == ["PUT /items"])
    let refused = try home.seashell("api", "refresh", "wh")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("putItems goes to another path"), "\(refused.errors)")
    try home.succeed("api", "refresh", "wh", "--yes")
    _ = try home.seashell("wh", "putItems", "--yes")
    #expect(live.requests.map(\.line) == ["PUT /items", "PUT /everything"])
  }
}
