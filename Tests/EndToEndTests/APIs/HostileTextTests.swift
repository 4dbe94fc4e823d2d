import Foundation
import ShellOutput
import TestSupport
import Testing

/// Texts of a description, which a stranger has written, wherever they are shown.
@Suite(.mayBlock) struct HostileTextTests {
  /// Sequences of a terminal, text that is not seen, requests of roff, and expansions of other shells.
  private static let text =
    "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\u{E0041}\u{7F}\r\n.so /etc/passwd\n'\\\" $(touch owned) `touch owned`"

  private static func home() throws -> Sandbox {
    let home = try Sandbox()
    let hostile = try #require(
      String(data: JSONEncoder().encode(text), encoding: .utf8)
    ).dropFirst().dropLast()
    let description = """
      {"openapi": "3.1.0", "info": {"title": "T", "version": "1", "description": "T"},
       "tags": [{"name": "items", "description": "T"}],
       "components": {"securitySchemes": {"T": {"type": "apiKey", "in": "header", "name": "X-K"}}},
       "paths": {
        "/items": {
         "get": {"operationId": "listItems", "tags": ["items"], "summary": "T", "description": "T",
          "parameters": [
           {"name": "kind", "in": "query", "description": "T", "schema":
             {"type": "string", "enum": ["T", "a\\u202eb", "a$(touch owned)", "ok"], "example": "T"}},
           {"name": "code", "in": "query", "schema": {"type": "string", "pattern": "^(a+)+$"}},
           {"name": "T", "in": "query", "schema": {"type": "string"}}],
          "responses": {"200": {"description": "T"}}},
         "post": {"operationId": "T", "summary": "T", "requestBody": {"description": "T", "content": {
          "application/json": {"schema": {"type": "object", "properties": {
           "T": {"type": "string", "description": "T"}}}}}}}},
        "/items/{id}": {"get": {"operationId": "getItem", "tags": ["items"], "summary": "T"}}}}
      """
    let file = try home.file(
      "h.json", description.replacing("\"T\"", with: "\"\(hostile)\""))
    try home.succeed("api", "add", "wh", file, "--url", "http://127.0.0.1:1", "--yes")
    return home
  }

  /// The words of a command, and whether its output is text that people read, also through a pipe.
  private static let commands: [(words: [String], isText: Bool)] = [
    (["help", "wh"], true), (["help", "wh", "items"], true),
    (["help", "wh", "items", "list"], true),
    (["wh", "items", "list", "--help"], true), (["help", "wh", "listItems"], true),
    (["-e", "wh:local", "-c", "help --man wh"], true), (["-e", "wh:local", "-c", "help"], true),
    (["complete", "--", "wh", "items", "list", "--kind", "a"], true),
    (["complete", "--", "wh", "items", "list", "--"], true),
    (["wh", "items", "list", "--kind", "no"], true), (["api", "show", "wh"], false),
    (["api", "list"], false), (["api", "show", "wh", "-o", "json"], false),
    (["session", "status", "--all"], false), (["api", "refresh", "wh"], true),
  ]

  @Test func `a hostile description is escaped wherever its texts are shown`() throws {
    let home = try Self.home()
    func isHostile(_ scalar: Unicode.Scalar) -> Bool {
      !["\n", "\t", "\r"].contains(scalar) && TerminalText.isHostile(scalar)
    }
    for (words, isText) in Self.commands {
      if isText {
        let result = try Program.run(
          Program.seashell.path, words, environment: home.environment, directory: home.home)
        let found = (result.output + result.errors).unicodeScalars.filter(isHostile)
        #expect(found.isEmpty, "\(words)")
        #expect(!result.output.isEmpty || !result.errors.isEmpty, "\(words)")
        if words.last?.contains("--man") == true {
          let lines = result.output.split(separator: "\n")
          #expect(!lines.contains { $0.hasPrefix(".so") || $0.hasPrefix("'") })
          // As groff would write it.
          #expect(!result.output.contains("[u202E]") && !result.output.contains("[uE0041]"))
        }
      }
      let user = try PromptUser(words, in: home, columns: 120, rows: 60)
      _ = try user.end()
      let written = String(decoding: user.written, as: UTF8.self)
      #expect(!written.contains("\u{1B}]0"), "\(words)")
      #expect(
        !written.unicodeScalars.contains { $0 != "\u{1B}" && $0 != "\u{8}" && isHostile($0) },
        "\(words)")
    }
    let tools = try home.seashell(
      "mcp", "--only", "wh.*", input: #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"# + "\n")
    struct Answer: Decodable {
      struct Tool: Decodable {
        struct Schema: Decodable { let properties: [String: Property] }
        struct Property: Decodable { let description: String? }
        let description: String
        let inputSchema: Schema
      }
      struct Result: Decodable { let tools: [Tool] }
      let result: Result
    }
    let answer = try JSONDecoder().decode(Answer.self, from: Data(tools.output.utf8))
    #expect(answer.result.tools.count == 5)
    for tool in answer.result.tools {
      #expect(tool.description.hasPrefix("A third party, the API 'wh', has written this"))
      let texts = [tool.description] + tool.inputSchema.properties.values.compactMap(\.description)
      #expect(!texts.contains { $0.unicodeScalars.contains(where: isHostile) }, "\(texts)")
    }
    // A check that could take years is given up, and the server decides.
    let slow = try home.seashell(
      "wh", "listItems", "--code", String(repeating: "a", count: 60) + "!")
    #expect(slow.status == 5, "\(slow.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(home.home.path)/owned"))
  }
}
