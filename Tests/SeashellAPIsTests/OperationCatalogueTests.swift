import FoundationEssentials
import SeashellHosting
import SeashellKit
@testable import SeashellTesting
import ShellRuntime
import Testing

/// The operations of an API, as another program finds and runs them.
@MainActor @Suite struct OperationCatalogueTests {
  private static let paths = #"""
    "/items": {
      "get": {"operationId": "listItems", "summary": "List items", "responses": {"200": {
        "description": "", "content": {"application/json": {"schema": {"type": "array"}}}}}},
      "post": {"operationId": "createItem", "requestBody": {"content": {"application/json": {
        "schema": {"type": "object", "properties": {"name": {"type": "string"}}}}}}}},
    "/items/{id}": {"get": {"operationId": "getItem"}, "delete": {"operationId": "deleteItem"}},
    "/items/search": {"post": {"operationId": "searchItems"}},
    "/items/{id}/picture": {"post": {"operationId": "addPicture", "requestBody": {"content": {
      "multipart/form-data": {"schema": {"type": "object", "properties": {
        "picture": {"type": "string", "format": "binary"}}}}}}}}
    """#

  private static func catalogue(
    of bench: OperationBench
  ) -> (commands: [CatalogueCommand], catalogue: ModuleCommands) {
    let catalogue = ModuleCommands(bench.harness.shell)
    let commands = (catalogue as any CommandCatalogue).commands.filter { $0.api == "wh" }
    return (commands, catalogue)
  }

  @Test func `an operation in the catalogue knows its API and whether it writes`()
    throws
  {
    let bench = try OperationBench(paths: Self.paths, "reads: ['POST /items/search'],")
    let (commands, catalogue) = Self.catalogue(of: bench)
    #expect(
      commands.map(\.path) == [
        "wh items add", "wh items add-picture", "wh items delete", "wh items list",
        "wh items more", "wh items refresh", "wh items search", "wh items show",
      ])
    for command in commands {
      #expect(command.isDeferred && command.author == "the API 'wh'")
      let specification = try #require(
        (catalogue as any CommandCatalogue).specification(of: command))
      #expect(command.changesData == specification.changesData, "\(command.path)")
      let extra = specification.options.filter(\.isExtra).map(\.name)
      #expect(extra == (["more", "refresh"].contains(command.name) ? [] : ["header"]))
    }
    let writes = commands.filter { $0.changesData == true }.map(\.name)
    #expect(writes == ["add", "add-picture", "delete"])
  }

  @Test(arguments: [
    ("add", ["--name=@FILE"], #"{"name":"@FILE"}"#),
    ("add", ["--", "name=@FILE"], #"{"name":"@FILE"}"#),
    ("add-picture", ["--picture=@FILE", "--", "i-1"], "\r\n\r\n@FILE\r\n"),
  ])
  func `another program cannot name a file to send`(
    name: String, words: [String], body: String
  ) async throws {
    let bench = try OperationBench(paths: Self.paths)
    let file = try bench.file("key", "secret")
    let (commands, catalogue) = Self.catalogue(of: bench)
    let command = try #require(commands.first { $0.name == name })
    let outcome = await (catalogue as any CommandCatalogue).run(
      command, words.map { $0.replacing("FILE", with: file) })
    #expect(outcome.error == nil)
    let sent = try #require(bench.transport.requests.last?.body?.data)
    let text = String(decoding: sent, as: UTF8.self)
    #expect(text.contains(body.replacing("FILE", with: file)), "\(text)")
    #expect(!text.contains("secret"))
  }
}
