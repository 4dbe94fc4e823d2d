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
    #expect(try home.succeed("help", "wh").contains("  wh items add "))
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

  @Test func `'--rename' names the commands anew, and lists what changes`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let stock = #""/parts":{"get":{"operationId":"listParts","x-cli-name":"stock"}}"#
    let file = try home.file("parts.json", Self.description(stock))
    try home.succeed("api", "add", "tk", file, "--url", live.address, "--yes")
    let plain = #""/parts":{"get":{"operationId":"listParts"}}"#
    try home.file("parts.json", Self.description(plain))
    let kept = try home.seashell("api", "refresh", "tk", "-o", "tsv")
    #expect(kept.status == 0 && kept.output.isEmpty, "\(kept)")
    #expect(try home.succeed("-c", "api show tk | get command") == "tk parts stock\n")
    let renamed = try home.succeed("api", "refresh", "tk", "--rename", "-o", "tsv")
    #expect(renamed == "tk parts stock\ttk parts list\tGET /parts\n")
    #expect(try home.succeed("-c", "api show tk | get command") == "tk parts list\n")
    let former = try home.seashell("tk", "parts", "stock")
    #expect(former.status == 2 && former.errors.contains("has another name since"), "\(former)")
    let again = try home.seashell("api", "refresh", "tk", "--rename")
    #expect(again.output.isEmpty && again.errors.contains("all commands keep their names"))
  }

  @Test func `the singular of a group's name is understood`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let paths = ["items", "parts"].map {
      #""/\#($0)":{"get":{"operationId":"list-\#($0)"}},"/\#($0)/{id}":{"get":{"operationId":"get-\#($0)"}}"#
    }
    let own = #""/own":{"get":{"operationId":"item"}}"#
    let text = Self.description((paths + [own]).joined(separator: ","))
    let file = try home.file("parts.json", text)
    try home.succeed("api", "add", "tk", file, "--url", live.address, "--yes")
    for (line, path) in [
      ("tk part list", "/parts"), ("tk parts list", "/parts"), ("tk item", "/own"),
      ("tk items list", "/items"), ("env use tk:local; part show 1", "/parts/1"),
      ("env use tk:local; item", "/own"),
    ] {
      let request = try home.succeed("-c", line + " --dry-run -o tsv")
      #expect(request.contains("\(live.address)\(path)\t"), "\(line): \(request)")
    }
    #expect(try home.succeed("help", "tk", "part").contains("tk parts show"))
    #expect(try home.succeed("complete", "--", "tk", "part", "sh").hasPrefix("show"))
    #expect(
      try home.succeed("-e", "tk:local", "complete", "--", "part", "sh").hasPrefix("show"))
    let misspelt = try home.seashell("tk", "part", "lst")
    #expect(misspelt.status == 2)
    #expect(misspelt.errors.contains("did you mean 'tk parts list'?"), "\(misspelt.errors)")
    let secret = try home.seashell("-c", "tk part list --nope --header 'X-Key: hush'")
    #expect(secret.status == 2 && !secret.errors.contains("hush"), "\(secret.errors)")
    // The shell's own commands are spelled as they are.
    #expect(try home.seashell("product", "list").status == 2)
  }

  @Test func `an API's name alone lists its groups, and no HEAD`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let paths =
      #""/parts":{"get":{"operationId":"listParts","tags":["parts"]},"head":{"operationId":"lookAtParts","tags":["parts"]}}"#
    let file = try home.file("parts.json", Self.description(paths))
    try home.succeed("api", "add", "tk", file, "--url", live.address, "--yes")
    let alone = try home.seashell("tk")
    #expect(alone.status == 2)
    #expect(
      alone.errors.contains("'tk' needs a group and a command: parts; help tk"),
      "\(alone.errors)")
    #expect(
      try home.succeed("tk", "lookAtParts", "--dry-run", "-o", "json").contains("HEAD"))
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
