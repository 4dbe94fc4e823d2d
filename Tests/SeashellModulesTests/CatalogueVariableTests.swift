import SeashellKit
@testable import SeashellModules
import Testing

@Suite struct CatalogueVariableTests {
  private let variables = ["KEY": "k", "EMPTY": "", "_x1": "y"]

  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a${KEY}b", "akb"), ("${KEY}${KEY}", "kk"), ("${_x1}", "y"),
    ("${EMPTY}", ""), ("${EMPTY:-d}", "d"), ("${NONE:-}", ""), ("${NONE:-a b}", "a b"),
    ("${KEY:-d}", "k"), ("${env:KEY}", "k"), ("$KEY", "$KEY"), ("$", "$"), ("a$$b", "a$$b"),
    ("$${KEY}", "${KEY}"), ("{KEY}", "{KEY}"), ("${NONE:-$x}", "$x"), ("é${KEY}é", "éké"),
  ])
  func `variables in a record are replaced, and nothing else`(text: String, result: String) throws {
    #expect(try VariableTemplate.expand(text) { variables[$0] } == result)
  }

  @Test(arguments: [
    ("${NONE}", "the variable 'NONE' is not defined"),
    ("a ${input:key} b", "'${input:key}' is not a variable of the environment"),
    ("${1}", "'${1}' is not a variable of the environment"),
    ("${}", "'${}' is not a variable of the environment"),
    ("${KEY", "'${KEY' is not a variable of the environment"),
    ("${KEY%x}", "'${KEY%x}' is not a variable of the environment"),
  ])
  func `a variable that cannot be replaced is named`(text: String, message: String) {
    let error = #expect(throws: ShellError.self) {
      try VariableTemplate.expand(text) { variables[$0] }
    }
    #expect(error?.message == message)
  }

  @Test func `a record's secrets are replaced when the module starts`() throws {
    var record = ModuleRecord(
      name: "far", source: .remote(url: "https://${KEY}/mcp", headers: ["X": "Bearer ${KEY}"]))
    record.variables = ["A": "${KEY}"]
    let started = try record.expanded { variables[$0] }
    #expect(started.source == .remote(url: "https://k/mcp", headers: ["X": "Bearer k"]))
    #expect(started.variables == ["A": "k"])
    let error = #expect(throws: ShellError.self) { try record.expanded { _ in nil } }
    #expect(error?.message == "the module 'far': the variable 'KEY' is not defined")
  }
}
