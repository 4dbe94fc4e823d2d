import SeashellTesting
import Testing

/// What `help NAME` shows of an API, how it finds operations, and groups with one command.
@MainActor @Suite struct OperationHelpTests {
  private static let paths = #"""
    "/heartbeat": {"get": {"operationId": "beat", "summary": "Check the server", "tags": ["System"]}},
    "/version": {"get": {"operationId": "version", "summary": "Tell the version",
      "tags": ["System"]}},
    "/sites/{site}": {"parameters": [{"name": "site", "in": "path", "required": true}],
      "get": {"operationId": "getSite", "summary": "Get a site", "tags": ["Sites"],
        "parameters": [{"name": "depth", "in": "query", "schema": {"type": "integer"}}]},
      "head": {"operationId": "hasSite"}},
    "/items": {"get": {"operationId": "listItems", "summary": "List items", "tags": ["Stock"]},
      "post": {"operationId": "createItem", "summary": "Put an item on a shelf",
        "tags": ["Stock"]}},
    "/items/{id}": {"delete": {"operationId": "deleteItem", "x-hidden": true, "tags": ["Stock"]}},
    "/items/{id}/proxy": {"put": {"operationId": "connectPutItemProxy", "tags": ["Stock"]},
      "delete": {"operationId": "connectDeleteItemProxy", "tags": ["Stock"]}}
    """#

  @Test(arguments: [
    ("wh sites north", "GET /sites/north"), ("wh sites show north", "GET /sites/north"),
    ("wh sites --depth 2 north", "GET /sites/north?depth=2"),
    ("wh sites show list", "GET /sites/list"), ("wh heartbeat", "GET /heartbeat"),
    ("let s = 'list'; wh sites $s", "GET /sites/list"),
    ("wh version", "GET /version"),
  ])
  func `a group with one command runs it`(line: String, sent: String) async throws {
    let bench = try OperationBench(paths: Self.paths)
    #expect(await bench.requests(line).map(\.line) == [sent])
  }

  @Test(arguments: [
    ("wh sites list", "'wh sites list' is not a command; see 'help wh sites'"),
    ("wh sites delete", "'wh sites delete' is not a command; see 'help wh sites'"),
    ("wh sites shwo", "'wh sites shwo' is not a command; did you mean 'wh sites show'?"),
    ("wh items", "'wh items' needs a command: add, list, more, refresh; help wh items"),
    ("wh sites", "SITE"), ("wh sites north south", "south"),
  ])
  func `a word meant as another command is no argument`(line: String, error: String) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let result = await bench.harness.run(line)
    #expect(result.status == 2 && result.errors.contains(error), "\(result.errors)")
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func `an id that is a group's name keeps its operation`() async throws {
    let bench = try OperationBench(
      paths: #"""
        "/export": {"post": {"operationId": "begin"}}, "/jobs": {"get": {"operationId": "export"}}
        """#)
    #expect(await bench.requests("wh export").map(\.line) == ["GET /jobs"])
    #expect(await bench.requests("wh export run").map(\.line) == ["POST /export"])
  }

  @Test func `a small API has a line for each command, under its tags`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    let help = await bench.harness.run("help wh").output
    #expect(
      help == """
        wh: Warehouse

        Sites
          wh sites  Get a site

        Stock
          wh items add      Put an item on a shelf
          wh items list     List items
          wh items more     List the next page of the last list
          wh items refresh  Repeat the last list

        System
          wh heartbeat  Check the server
          wh version    Tell the version

        'help wh GROUP' lists the commands of a group, such as items; 'help wh GROUP
        COMMAND' shows how to use one; 'help wh WORD' finds commands by a word.
        Not listed: 1 HEAD, 1 hidden, 2 proxy; 'api show wh -o json' has every
        operation, to call by its id.

        """, "\(help)")
    #expect(await bench.harness.run("help wh sites").output.contains("wh sites show SITE"))
  }

  @Test func `a large API has a line for each group, with the number of its commands`()
    async throws
  {
    let many = (1...30).map { #""/items/{id}/part\#($0)": {"get": {"tags": ["Stock"]}}"# }
    let bench = try OperationBench(paths: ([Self.paths] + many).joined(separator: ", "))
    let help = await bench.harness.run("help wh").output
    #expect(help.contains("\nSystem\n  wh heartbeat  Check the server\n"), "\(help)")
    #expect(help.contains("\nStock\n  wh items  34 commands\n"), "\(help)")
  }

  @Test func `groups whose tags each have one of them need no headings`() async throws {
    let bench = try OperationBench(
      paths: #"""
        "/items": {"get": {"operationId": "a", "tags": ["Stock"]}},
        "/sites": {"get": {"operationId": "b", "tags": ["Places"]}}
        """#)
    let help = await bench.harness.run("help wh").output
    #expect(!help.contains("Stock") && help.contains("\n  wh items  GET /items\n"), "\(help)")
  }

  @Test(arguments: [
    ("shelf", ["wh items add"]), ("check", ["wh heartbeat show"]),
    ("STOCK", ["wh items add", "wh items list"]), ("site", ["wh sites show"]),
    ("create item", ["wh items add"]), ("proxy", ["/items/{id}/proxy"]),
    ("hassite", ["wh hasSite"]),
  ])
  func `words find commands of an API, whichever is current`(
    words: String, names: [String]
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let help = await bench.harness.run("help wh \(words)").output
    for name in names { #expect(help.contains(name), "\(help)") }
  }

  @Test func `words that nothing has are an error`() async throws {
    let bench = try OperationBench(paths: Self.paths)
    for line in ["help wh zebra", "help wh items zebra"] {
      let result = await bench.harness.run(line)
      #expect(result.status == 2 && result.errors.contains("zebra"), "\(result.errors)")
    }
    #expect(
      await bench.harness.run("help wh itmes").errors.contains("did you mean 'wh items'?"))
  }

  @Test(arguments: [
    ("beat", "GET", nil), ("getProxy", "GET", nil), ("get-proxy", "GET", nil),
    ("Proxy_Get", "GET", nil), ("setProxy", "PUT", nil),
    ("connectCoreV1DeleteNamespacedPodProxy", "DELETE", "proxy"),
    ("connectCoreV1HeadNodeProxyWithPath", "HEAD", "proxy"),
    ("proxyGETNamespacedPod", "GET", "proxy"), ("beat", "HEAD", "HEAD"),
    ("beat", "OPTIONS", "OPTIONS"),
  ])
  func `what an id calls a proxy is counted`(id: String, method: String, kind: String?) async throws
  {
    let bench = try OperationBench(
      paths: #""/a/{b}": {"\#(method.lowercased())": {"operationId": "\#(id)"}}"#)
    let help = await bench.harness.run("help wh").output
    #expect(help.contains("Not listed: 1 \(kind ?? "-")") == (kind != nil), "\(help)")
  }
}
