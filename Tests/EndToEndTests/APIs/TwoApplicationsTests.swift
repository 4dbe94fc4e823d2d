import Foundation
import TestSupport
import Testing

/// The shop and two applications in one shell.
@Suite(.mayBlock) struct TwoApplicationsTests {
  @Test func `each command goes to the API and environment that it names`() throws {
    let two = try TwoApplications()
    let home = two.home
    func place(_ arguments: String...) throws -> String {
      let result = try Program.run(
        Program.seashell.path, arguments, environment: home.environment, directory: home.home)
      return result.status == 0
        ? result.output.split(separator: "\n").first.map(String.init) ?? "" : result.errors
    }
    let script = "wh getItem i-1 | get environment; tk getTicket 1 | get environment"
    #expect(try place("-c", "wh getItem i-1 | get environment") == "live")
    #expect(try place("-e", "wh:test", "-c", "wh getItem i-1 | get environment") == "test")
    #expect(
      try home.succeed("-e", "wh:test", "-e", "tk:training", "-c", script) == "test\ntraining\n")
    #expect(try home.succeed("-e", "tk:training", "-c", script) == "live\ntraining\n")
    // An operation without an API's name belongs to the current API.
    #expect(
      try home.succeed("-e", "wh:test", "-c", "getItem i-1 | get environment") == "test\n")
    #expect(
      try home.succeed("-c", "env use wh:test; getItem i-2 | get environment") == "test\n")
    #expect(try home.succeed("-c", "api get tk:tickets/1").contains("live"))
    #expect(try home.succeed("products", "list", "--per-page", "1").contains("p-"))
    #expect(
      try home.succeed("-e", "wh:test", "-c", "shop products list --per-page 1").contains("p-"))
    let unknown = try home.seashell("-c", "getItem i-1")
    #expect(unknown.status == 2)
    let bare = try home.seashell("-e", "wh:test", "-c", "products list")
    #expect(bare.status == 2)
    #expect(bare.errors.contains("it is one of the API 'shop': write 'shop products list'"))
    let misspelt = try home.seashell("-e", "wh:test", "-c", "getItm i-1")
    #expect(misspelt.errors.contains("did you mean 'getItem'?"), "\(misspelt.errors)")
  }

  @Test(arguments: [
    ["-e", "wh:training", "-c", "wh getItem i-1"], ["-e", "live", "-c", "products list"],
    ["-e", "wh:test", "-e", "wh:live", "-c", "version"],
    ["-e", "training", "wh", "getItem", "i-1"],
    ["-e", "nosuch:live", "-c", "version"],
  ])
  func `an unknown environment is status 2, and no request is sent`(
    arguments: [String]
  ) throws {
    let two = try TwoApplications()
    let result = try Program.run(
      Program.seashell.path, arguments, environment: two.home.environment, directory: two.home.home)
    #expect(result.status == 2, "\(result.errors)")
    for application in [two.live, two.test, two.tickets, two.training] {
      #expect(application.requests.isEmpty)
    }
  }

  @Test func `a write in production asks, and names API, environment and host`() throws {
    let two = try TwoApplications()
    let refused = try two.home.seashell("wh", "createItem", "--name", "Drum")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("wh:live (\(two.live.address))"), "\(refused.errors)")
    #expect(two.live.requests.isEmpty)
    try two.home.succeed("wh", "createItem", "--name", "Drum", "--yes")
    try two.home.succeed("-e", "test", "wh", "createItem", "--name", "Drum")
    #expect(two.live.requests.map(\.line) == ["POST /items"])
    #expect(two.test.requests.map(\.line) == ["POST /items"])
    let deletion = try two.home.seashell("-e", "test", "wh", "deleteItem", "i-1")
    #expect(deletion.status == 2)
    try two.home.succeed("-e", "test", "wh", "deleteItem", "i-1", "--yes")
    #expect(two.test.requests.map(\.line) == ["POST /items", "DELETE /items/i-1"])
  }

  @Test func `rules and jobs keep the environment in which they began`() throws {
    let two = try TwoApplications()
    let worker = try Conversation.pipes([], in: two.home)
    try worker.say(
      """
      env use wh:test
      on api.data.inserted do getItem i-1 | get environment
      ! sh -c 'until [ -e go ]; do sleep 0.01; done' && createItem --name Drum > created.txt &
      env use tk:training
      env use wh:live
      print moved > go

      """)
    try worker.hear("test\n")
    worker.closeInput()
    let end = try worker.end()
    #expect(end.status == 0, "\(end.rest)")
    #expect(two.live.requests.isEmpty)
    #expect(two.test.requests.map(\.line) == ["POST /items", "GET /items/i-1"])
    #expect(two.home.lines("created.txt").first?.contains("test") == true)
  }

  @Test func `a queued write is sent to its own environment only`() throws {
    let two = try TwoApplications()
    two.test.end()
    let waits = try two.home.seashell(
      "-e", "wh:test", "-c", "api post items --json '{\"name\":\"Drum\"}' --later")
    #expect(waits.status == 0, "\(waits.errors)")
    #expect(waits.errors.contains("q-1 waits"), "\(waits.errors)")
    let also = try two.home.seashell("-e", "wh:test", "-c", "wh items add name=Bell --later")
    #expect(also.errors.contains("q-2 waits: POST items"), "\(also.errors)")
    for name in ["shop:embedded", "wh:live", "tk:training"] {
      let queued = try two.home.succeed("-e", name, "-c", "queue list; queue run")
      #expect(!queued.contains("q-1"), "\(name): \(queued)")
    }
    #expect(try two.home.succeed("-e", "wh:test", "-c", "queue list").contains("q-1"))
    let refused = try two.home.seashell("api", "remove", "wh", "--yes")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("2 writes wait in the queue"), "\(refused.errors)")
    try two.test.startAgain()
    try two.home.succeed("-e", "wh:test", "-c", "queue run")
    #expect(two.test.requests.map(\.line) == ["POST /items", "POST /items"])
    #expect(two.live.requests.isEmpty && two.tickets.requests.isEmpty)
  }

  @Test func `events of one API start no rules of another`() throws {
    let two = try TwoApplications()
    let worker = try Conversation.pipes([], in: two.home)
    try worker.say(
      """
      set keep-going on
      on api.data.* do print shop $event.environment
      env use wh:test
      on api.data.inserted do print here $event.environment $event.resource
      env use tk:training
      on wh:api.data.inserted do print there $event.environment
      on api.data.inserted do print tickets $event.environment
      wh createItem --name Drum > /dev/null
      print first
      tk openTicket --subject Leak > /dev/null
      print second

      """)
    var heard = try worker.hear("second")
    for text in ["wh:test items", "there wh:test", "tickets tk:training"]
    where !heard.contains(text) {
      heard += try worker.hear(text)
    }
    worker.closeInput()
    let end = try worker.end()
    #expect(!(heard + end.rest).contains("shop wh:"))
    #expect(!(heard + end.rest).contains("here tk:"))
    #expect(!(heard + end.rest).contains("there tk:"))
    #expect(!(heard + end.rest).contains("tickets wh:"))
    #expect(end.status == 0)
  }

  @Test func `a module that was added for an API reaches that API alone`() throws {
    let two = try TwoApplications()
    let script = try two.home.file(
      "stock.py",
      """
      import json, os, sys, urllib.request
      if sys.argv[1:] == ["--seashell-describe"]:
          print(json.dumps({"tools": [{"name": "count", "description": "Count items",
            "inputSchema": {"type": "object", "properties": {}}}]}))
      else:
          with urllib.request.urlopen(os.environ["SEASHELL_GATEWAY"] + "/api/items") as answer:
              print(json.dumps({"environment": json.load(answer)[0]["environment"]}))
      """)
    try two.home.succeed(
      "modules", "add", "stock", "--api", "wh", "--allow", "GET /items", "--yes", "--program", "--",
      "python3", script)
    #expect(try two.home.succeed("-e", "wh:test", "-c", "stock count") == "test\n")
    #expect(try two.home.succeed("-e", "wh:live", "-c", "stock count") == "live\n")
    #expect(try two.home.succeed("-e", "tk:live", "-c", "wh stock count") == "live\n")
    let elsewhere = try two.home.seashell("-c", "stock count")
    #expect(elsewhere.status == 2)
    #expect(elsewhere.errors.contains("write 'wh stock'"), "\(elsewhere.errors)")
    #expect(two.tickets.requests.isEmpty)
    // A rule's module asks the environment in which the rule began.
    let before = two.live.requests.count
    let worker = try Conversation.pipes([], in: two.home)
    try worker.say(
      """
      env use wh:test
      on api.data.inserted do stock count
      ! sh -c 'until [ -e go ]; do sleep 0.01; done' && createItem --name Drum > created.txt &
      env use wh:live
      print moved > go

      """)
    try worker.hear("test\n")
    worker.closeInput()
    let end = try worker.end()
    #expect(end.status == 0, "\(end.rest)")
    #expect(two.live.requests.count == before)
  }

  @Test func `tokens are sent to their own environment, and not inherited`() throws {
    let two = try TwoApplications()
    let variables = [
      "SEASHELL_TOKEN": "t-own", "SEASHELL_TOKEN_WH": "t-wh", "SEASHELL_TOKEN_TK": "t-tk",
    ]
    func sent(_ application: WebApplication) -> [String?] {
      application.requests.map { $0.headers["authorization"] }
    }
    let result = try two.home.seashell(
      "-c",
      """
      wh getItem i-1; env use wh:test; getItem i-1; tk listTickets; env use tk:training; listTickets
      ! sh -c 'env | grep -c SEASHELL_TOKEN; true'
      ! sh -c 'tr "\\0" "\\n" < /proc/$PPID/environ | grep -c "t-own\\|t-wh\\|t-tk"; true'
      """, environment: variables)
    #expect(sent(two.live) == ["Bearer t-wh"], "\(result.errors)")
    #expect(sent(two.test) == [nil])
    #expect(sent(two.tickets) == ["Bearer t-tk"])
    #expect(sent(two.training) == [nil])
    #expect(result.output.hasSuffix("\n0\n0\n"), "\(result.output)")
    // The same holds without a configuration, which then has no such API.
    let bare = try two.home.seashell(
      "--no-config", "-c", "! sh -c 'env | grep -c SEASHELL_TOKEN; true'", environment: variables)
    #expect(bare.output == "0\n", "\(bare.errors)")
    // A token without an API's name is for the environment to start on.
    _ = try two.home.seashell(
      "-e", "wh:test", "-c", "getItem i-1; tk listTickets; wh getItem i-1",
      environment: ["SEASHELL_TOKEN": "t-own"])
    #expect(sent(two.test) == [nil, "Bearer t-own", "Bearer t-own"])
    #expect(sent(two.tickets) == ["Bearer t-tk", nil])
  }

  @Test func `an address of -e gets no credential, and stores nothing`() throws {
    let two = try TwoApplications()
    let before = two.home.stateFiles
    let result = try two.home.seashell(
      "-e", "wh:\(two.test.address)", "-c", "getItem i-1 | get environment; env list",
      environment: ["SEASHELL_TOKEN_WH": "t-wh"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("test\n"), "\(result.output)")
    #expect(two.test.requests.count == 1)
    #expect(two.home.stateFiles == before)
    #expect(two.live.requests.isEmpty)
    let shop = try ServedShop()
    let served = try shop.client()
    try served.signIn()
    let own = try served.seashell(
      "-e", "http://127.0.0.1:\(shop.port)", "-c", "api get products/p-1 --verbose; session status")
    #expect(own.status != 0)
    #expect(!own.errors.contains("Authorization"))
  }
}

extension Sandbox {
  /// The files below the folders of state and data with their sizes, except the history.
  var stateFiles: [String] {
    ["state", "data"].flatMap { folder -> [String] in
      let root = home.appending(path: folder)
      let files = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
      return files.filter { !$0.contains("history") && !$0.contains("shop.db") }.sorted()
    }
  }
}
