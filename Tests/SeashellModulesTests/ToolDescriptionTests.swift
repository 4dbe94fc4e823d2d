import SeashellKit
@testable import SeashellModules
import Testing

struct ToolDescriptionTests {
  @Test func `a tool that says it is read only is not destructive`() throws {
    let json = try CellValue(
      json:
        #"{"name":"a","inputSchema":{},"annotations":{"readOnlyHint":true,"destructiveHint":true}}"#
    )
    #expect(try ToolDescription(json).isDestructive == false)
  }

  @Test(arguments: [
    #"{"inputSchema":{}}"#, #"{"name":"","inputSchema":{}}"#, #"{"name":"a"}"#, "[]",
  ])
  func aDescriptionThatIsIncompleteIsRejected(text: String) throws {
    let json = try CellValue(json: text)
    #expect(throws: ModuleError.self) { try ToolDescription(json) }
  }
}
