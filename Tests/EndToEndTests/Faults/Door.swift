import FaultServer
import Foundation
import Testing

/// A way in which a user sends a write to a server.
struct Door: Sendable, CustomTestStringConvertible {
  /// An action of the user.
  let name: String

  /// Whether the user has to look at the queue for the result.
  let isQueued: Bool

  /// Sends one write, and returns the output that the user sees.
  let write: @Sendable (Sandbox) throws -> String

  var testDescription: String { name }

  /// A command that sends at once.
  init(_ words: String...) {
    name = words.prefix(2).joined(separator: " ")
    isQueued = false
    write = { try Self.run($0, words).errors }
  }

  private init(
    name: String, isQueued: Bool, _ write: @escaping @Sendable (Sandbox) throws -> String
  ) {
    self.name = name
    self.isQueued = isQueued
    self.write = write
  }

  private static let add = ["reviews", "add", "p-1", "--rating", "4", "--comment", "Fine"]
  private static let body = #"{"rating":4}"#

  static let all: [Door] = [
    Door("reviews", "add", "p-1", "--rating", "4", "--comment", "Fine"),
    Door("reviews", "edit", "p-1", "r-9", "--rating", "4"),
    Door("reviews", "delete", "p-1", "r-9", "--yes"),
    Door("api", "post", "products/p-1/reviews", "--json", body),
    Door("api", "put", "products/p-1/reviews/r-9", "--json", body),
    Door("api", "patch", "products/p-1/reviews/r-9", "--json", body),
    Door("api", "delete", "products/p-1/reviews/r-9"),
    Door(
      "-c", "! echo p-1 | from tsv --fields id | each reviews add $it.id --rating 4 --comment F"),
    gateway, mcp, later(add), batch,
    later(
      [
        "api", "put", "products/p-1/reviews/r-9", "--json", body, "--header", #"If-Match: "1""#,
      ]),
  ]

  /// A command whose write is queued, followed by three runs of the queue.
  private static func later(_ words: [String]) -> Door {
    Door(name: "\(words[0]) \(words[1]) --later", isQueued: true) { sandbox in
      let kept = try run(sandbox, words + ["--later"])
      #expect(kept.status == 0, "\(kept.errors)")
      return try sendQueue(sandbox)
    }
  }

  /// `each … --later`, followed by three runs of the queue.
  private static let batch = Door(name: "each --later", isQueued: true) { sandbox in
    let line = "! echo p-1 | from tsv --fields id | each reviews add $it.id --rating 4 --comment F"
    let kept = try run(sandbox, ["-c", "\(line) --later"])
    #expect(kept.status == 0, "\(kept.errors)")
    return try sendQueue(sandbox)
  }

  /// A module in another language, which sends its requests through the shell.
  private static let gateway = Door(name: "gateway", isQueued: false) { sandbox in
    let program = try sandbox.file(
      "writer.sh",
      """
      #!/bin/sh
      case $1 in
      --seashell-describe)
        echo '{"tools":[{"name":"add","description":"Add","inputSchema":{"type":"object"}}]}' ;;
      add)
        cat >&2
        curl -sS -X POST -H 'Content-Type: application/json' -d '{"rating":4}' \\
          "$SEASHELL_GATEWAY/api/products/p-1/reviews" >&2 ;;
      esac
      """)
    let added = try run(
      sandbox,
      [
        "modules", "add", "writer", "--program", "--allow", "POST /products/**", "--yes", "--",
        "sh", program,
      ])
    #expect(added.status == 0, "\(added.errors)")
    return try run(sandbox, ["writer", "add"]).errors
  }

  /// A client of the Model Context Protocol that calls a tool.
  private static let mcp = Door(name: "mcp", isQueued: false) { sandbox in
    let call =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"reviews_add","#
      + #""arguments":{"product":"p-1","rating":4,"comment":"Fine"}}}"# + "\n"
    // The input stays open until the answer is there: a call has only a second after its end.
    let client = try Conversation.pipes(["mcp"], in: sandbox)
    try client.say(call)
    let answer = try client.hear("\"id\":1") + client.hear("\n")
    client.closeInput()
    _ = try client.end()
    return answer
  }

  /// Runs the queue three times, the last one after its waits would be over.
  ///
  /// - Returns: the output about the remaining write.
  private static func sendQueue(_ sandbox: Sandbox) throws -> String {
    for _ in 1...3 { _ = try run(sandbox, ["queue", "run"]) }
    let shown = try run(sandbox, ["queue", "show", "q-1"])
    return shown.output + shown.errors
  }

  private static func run(_ sandbox: Sandbox, _ words: [String]) throws -> Program.Result {
    try Program.run(
      Program.seashell.path, words, environment: sandbox.environment, directory: sandbox.home)
  }
}
