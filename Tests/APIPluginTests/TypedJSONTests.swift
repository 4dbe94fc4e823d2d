import SeashellKit
import Testing

@testable import APIPlugin

@Suite struct `JSON that a user types` {
  @Test(arguments: [
    ("{\"é\":x}", "--json is not valid JSON: at character 6, expected a value"),
    ("{\n \"a\": [1,\n  }", "--json is not valid JSON: at line 3, character 3, expected a value"),
  ])
  func `an error in typed JSON counts characters`(text: String, message: String) {
    let error = #expect(throws: (any Error).self) {
      try APIBody.json(checking: text, of: "--json", hint: nil)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message))
  }
}
