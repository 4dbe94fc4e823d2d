import FaultServer
import Foundation
import TestSupport
import Testing

/// `api add`, `refresh` and `remove`, and APIs in a configuration that a team shares.
@Suite(.mayBlock) struct AddingAPIsTests {
  static func description(_ paths: String, title: String = "Warehouse") -> String {
    #"{"openapi":"3.1.0","info":{"title":"\#(title)","version":"1"},"paths":{\#(paths)}}"#
  }

  private static let list = #""/items":{"get":{"operationId":"listItems"}}"#
  private static let get = #""/items/{id}":{"get":{"operationId":"getItem"}}"#

  @Test func `an API needs only a description file and a configuration`()
    throws
  {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    try home.configure(
      """
      { apis: { wh: { description: 'openapi.json', // beside this file
          environments: { live: { baseURL: '\(live.address)' } } } } }
      """)
    try home.file("config/seashell/openapi.json", Self.description(Self.list))
    #expect(try home.succeed("wh", "listItems", "-o", "tsv").contains("Anchor"))
    #expect(try home.seashell("wh", "getItem", "i-1").status == 2)
    // A changed file is read again.
    try home.file("config/seashell/openapi.json", Self.description("\(Self.list),\(Self.get)"))
    #expect(try home.succeed("wh", "getItem", "i-1", "-o", "tsv").contains("Anchor"))
    try home.file("config/seashell/openapi.json", "{")
    let broken = try home.seashell("wh", "listItems")
    #expect(broken.status == 2)
    #expect(broken.errors.contains("openapi.json"), "\(broken.errors)")
  }

  @Test func `an added API can be listed, shown, refreshed and removed`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    try home.configure("{ // kept\n}\n")
    try home.succeed("api", "add", "wh", live.address, "--yes")
    #expect(try home.succeed("api", "list", "-o", "jsonl").contains(#""title":"Warehouse""#))
    #expect(
      try home.succeed("api", "show", "wh", "-o", "tsv").contains("getItem\tGET\t/items/{item_id}"))
    try home.succeed("api", "refresh", "wh")
    live.end()
    let lost = try home.seashell("api", "refresh", "wh")
    #expect(lost.status == 5, "\(lost.errors)")
    // The index is not changed, and describing commands needs no server.
    #expect(try home.succeed("help", "wh", "getItem").contains("wh getItem"))
    try home.succeed("api", "remove", "wh", "--yes")
    let config = try String(
      contentsOf: home.home.appending(path: "config/seashell/config.json"), encoding: .utf8)
    #expect(config.contains("// kept") && !config.contains("wh"))
    #expect(try home.seashell("wh", "listItems").status == 2)
    #expect(try home.seashell("api", "show", "wh").status == 3)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: "\(home.home.path)/state/seashell/apis")
    #expect(files == [])
  }

  @Test(
    "The first server gives the path of an address that is an origin alone",
    arguments: [
      ("/v1", "https://wh.example", "https://wh.example/v1"),
      ("https://other.example/v2/", "https://wh.example/", "https://wh.example/v2"),
      ("/v1", "https://wh.example/mine", "https://wh.example/mine"),
      ("{a}", "https://wh.example", "https://wh.example"),
    ])
  func pathsOfServers(server: String, typed: String, base: String) throws {
    let home = try Sandbox()
    let file = try home.file(
      "openapi.json",
      #"{"openapi":"3.1.0","info":{"title":"Wh","version":"1"},"servers":[{"url":"\#(server)"}],"paths":{}}"#
    )
    try home.succeed("api", "add", "wh", file, "--url", typed, "--yes")
    let url = try home.succeed("-e", "wh:live", "-c", "env show | get base_url")
    #expect(url == base + "\n")
  }

  @Test(arguments: [
    "shop", "help", "let", "print", "products", "embedded", "where", "modules", "a:b", "",
  ])
  func `an API's name with another meaning is refused`(name: String) throws {
    let home = try Sandbox()
    let file = try home.file("openapi.json", Self.description(Self.list))
    let result = try home.seashell("api", "add", name, file, "--url", "http://127.0.0.1:1", "--yes")
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("cannot be the name of an API"), "\(result.errors)")
  }

  @Test func `an API without a description is added with its address alone`() throws {
    let bare = try FaultServer(.status(404, "none"))
    defer { bare.stop() }
    let home = try Sandbox()
    let added = try home.seashell("api", "add", "wh", bare.url, "--yes")
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.contains("there is no description at \(bare.url)"), "\(added.errors)")
    #expect(try home.seashell("api", "get", "wh:items").status == 3)
  }

  /// Servers that answer each request for a description in a hostile way.
  private static let hostile: [(name: String, answer: FaultAnswer, status: Int32)] = [
    ("garbage", .status(200, Array(repeating: 0xFF, count: 1_000), type: "application/json"), 2),
    ("cut short", .json(#"{"openapi":"3.1.0","info":"#), 2),
    ("no description", .json(#"{"a":1}"#), 2),
    ("closed", FaultAnswer([.close]), 5), ("reset", FaultAnswer([.reset]), 5),
    (
      "endless",
      FaultAnswer([
        .send(Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{".utf8)),
        .flood(Array(repeating: 0x20, count: 65_536), count: 100_000),
      ]), 6
    ),
    ("elsewhere", .redirect(to: "http://169.254.169.254/openapi.json"), 1),
    ("to a file", .redirect(to: "file:///etc/passwd"), 1),
    ("in circles", .redirect(to: "/openapi.json"), 1),
  ]

  @Test(arguments: hostile.map(\.name))
  func `api add from a hostile server fails, and leaves nothing`(name: String) throws {
    let row = try #require(Self.hostile.first { $0.name == name })
    let server = try FaultServer(row.answer)
    defer { server.stop() }
    let home = try Sandbox()
    let result = try home.seashell("api", "add", "wh", "\(server.url)/openapi.json", "--yes")
    #expect(result.status != 0, "\(result.errors)")
    #expect(!result.errors.isEmpty && result.output.isEmpty)
    #expect(
      !FileManager.default.fileExists(atPath: "\(home.home.path)/config/seashell/config.json"))
    let indexes = try? FileManager.default.contentsOfDirectory(
      atPath: "\(home.home.path)/state/seashell/apis")
    #expect(indexes ?? [] == [])
  }

  @Test func `api add without a server is status 5, and leaves nothing`() throws {
    let home = try Sandbox()
    let result = try home.seashell("api", "add", "wh", "http://127.0.0.1:1/openapi.json", "--yes")
    #expect(result.status == 5, "\(result.errors)")
    #expect(
      !FileManager.default.fileExists(atPath: "\(home.home.path)/config/seashell/config.json"))
  }

  @Test func `api add in a script needs --yes, and refuses plain http`()
    throws
  {
    let home = try Sandbox()
    let file = try home.file("openapi.json", Self.description(Self.list))
    let unasked = try home.seashell("api", "add", "wh", file, "--url", "https://wh.example")
    #expect(unasked.status == 2)
    #expect(unasked.errors.contains("pass --yes"))
    let plain = try home.seashell("api", "add", "wh", file, "--url", "http://wh.example", "--yes")
    #expect(plain.status == 2)
    #expect(plain.errors.contains("not encrypted"), "\(plain.errors)")
    let unknown = try home.seashell("api", "add", "wh", file, "--yes")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("pass --url URL"), "\(unknown.errors)")
  }

  @Test func `a body is built from options and words, and help's example works`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    try home.succeed("api", "add", "wh", live.address, "--yes")
    let lines = try home.file("lines.json", #"[{"item": "i-1", "count": 2}]"#)
    let order = #"{"customer":"Dory","address":{"city":"Delft","street":"Quay 1"},"#
    for words in [
      [
        "--customer", "Dory", "--address.city", "Delft", "--address.street", "Quay 1",
        "--lines", "@\(lines)", "--express", "true",
      ],
      [
        "customer=Dory", "address.city=Delft", "address.street=Quay 1", "lines:=@\(lines)",
        "express=true",
      ],
      [
        "--customer=Dory", "--express=true", "address.city=Delft", "address.street=Quay 1",
        #"lines:=[{"item":"i-1","count":2}]"#,
      ],
    ] {
      #expect(
        try home.succeed(["wh", "orders", "add", "-o", "jsonl"] + words)
          == order + #""lines":[{"item":"i-1","count":2}],"express":true}"# + "\n")
    }
    let help = try home.succeed("help", "wh", "orders", "add")
    let example = "wh orders add --customer text --address.city text"
    #expect(help.contains("\n  \(example)"), "\(help)")
    #expect(try home.succeed("-c", "\(example) | get address.city") == "text\n")
    let body = try home.succeed("wh", "orders", "add", "--example-body")
    #expect(try home.succeed("wh", "orders", "add", "--body", body).contains("text"))
    let file = try home.file("anchor.txt", "picture")
    #expect(
      try home.succeed("wh", "addPicture", "i-1", "picture=@\(file)", "title=Bow", "-o", "jsonl")
        == #"{"item":"i-1","title":"Bow","file":"anchor.txt","size":7}"# + "\n")
    #expect(try home.succeed("wh", "searchItems", "text=buoy", "-o", "tsv").contains("Buoy"))
    let wrong = try home.seashell("wh", "orders", "add", "customer=Dory", "address.town=Delft")
    #expect(wrong.status == 2 && wrong.errors.contains("the body lacks 'address.city'"))
  }

  @Test func `a group with a shell command's name is found behind its API`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    let file = try home.file(
      "openapi.json", Self.description(#""/events":{"get":{"operationId":"listEvents"}}"#))
    try home.succeed("api", "add", "wh", file, "--url", live.address, "--yes")
    #expect(try home.seashell("wh", "events", "list").errors.contains("GET /events"))
    #expect(live.requests.map(\.line) == ["GET /events"])
    #expect(try home.succeed("-e", "wh:local", "-c", "help").contains("  wh events  "))
    #expect(try home.succeed("-e", "wh:local", "-c", "help events").hasPrefix("events:") == false)
  }

  @Test func `one operation is shown with what is known of its list, and from where`() throws {
    let home = try Sandbox()
    try home.configure(
      """
      { apis: { wh: { description: 'openapi.json',
          environments: { live: { baseURL: 'http://127.0.0.1:9' } },
          paging: { operations: { listItems:
            { elements: 'rows', cursor: 'after', next: 'meta.next' } } } } } }
      """)
    try home.file("config/seashell/openapi.json", Self.description("\(Self.list),\(Self.get)"))
    func shown(_ words: String) throws -> String {
      try home.succeed("-o", "json", "-c", "api show wh \(words)")
    }
    let list = try shown("items list")
    #expect(
      list.contains(
        #""reads":"a list","list":"rows","list_from":"'paging' of config.json","#
          + #""pages":"\"meta.next\" as 'after'","pages_from":"'paging' of config.json""#),
      "\(list)")
    #expect(try shown("listItems") == list && shown("wh items list") == list)
    #expect(try shown("getItem").contains(#""reads":"a record","list":null"#))
    let unknown = try home.seashell("api", "show", "wh", "items", "lst")
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("wh has no operation 'items lst'; 'api show wh' lists them"))
  }

  @Test func `the configuration can rename commands of an API`() throws {
    let live = try WebApplication("warehouse", "live")
    let home = try Sandbox()
    try home.configure(
      """
      { apis: { wh: { description: 'openapi.json',
          environments: { live: { baseURL: '\(live.address)' } },
          names: { listItems: 'wh all', getItem: 'one' } } } }
      """)
    try home.file("config/seashell/openapi.json", Self.description("\(Self.list),\(Self.get)"))
    #expect(
      try home.succeed("-c", "api show wh | get command") == "wh all\nwh items one\n")
    #expect(try home.succeed("wh", "all", "-o", "tsv").contains("Anchor"))
    #expect(try home.succeed("wh", "items", "one", "i-1", "-o", "tsv").contains("Anchor"))
    #expect(try home.succeed("wh", "listItems", "-o", "tsv").contains("Anchor"))
    #expect(try home.seashell("wh", "items", "list").status == 2)
  }
}
