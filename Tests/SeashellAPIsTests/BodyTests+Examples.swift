import SeashellTesting
import ShellCommands
import Testing
import WebMessages

/// Examples of bodies.
extension BodyTests {
  @Test func `--example-body prints an example, and nothing is sent`() async throws {
    let bench = try OperationBench(
      paths: #"""
        "/a/{id}": {"delete": {"operationId": "op", "parameters": [
          {"name": "id", "in": "path", "schema": {"type": "string"}},
          {"name": "key", "in": "query", "required": true, "schema": {"type": "string"}}],
          "requestBody": {"required": true, "content": {"application/json": {"schema": {
          "type": "object", "required": ["name"], "properties": {
            "id": {"type": "string", "readOnly": true}, "name": {"type": "string", "minLength": 6},
            "count": {"type": "integer", "minimum": 3}, "size": {"default": 2},
            "kind": {"enum": ["a", "b"]}, "day": {"type": "string", "format": "date"},
            "list": {"type": "array", "items": {"type": "boolean"}}}}}}}}}
        """#, isProduction: true)
    let result = await bench.harness.run("wh op --example-body")
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output == """
        {
          "name": "textte",
          "count": 3,
          "size": 2,
          "kind": "a",
          "day": "2026-01-31",
          "list": [
            true
          ]
        }

        """)
    #expect(bench.transport.requests.isEmpty && bench.harness.console.questions.isEmpty)
  }

  @Test(arguments: [
    ("add", "wh add --name text --address.city text"),
    ("edit", "wh edit text --name text"),
    ("pet", "wh pet --kind cat"),
    ("find", "wh find --text text"),
    ("any", "wh any --body {}"),
  ])
  func `the example in a command's help can be sent`(id: String, line: String) async throws {
    let bench = try OperationBench(paths: Self.paths)
    #expect(await bench.harness.run("wh \(id) --help").output.contains("\n  \(line)"))
    #expect(await bench.requests(line).count == 1)
  }

  @Test func `the example in a command's help is short, quoted and valid`() async throws {
    let long = (1...20).map { #""property_number_\#($0)""# }.joined(separator: ", ")
    let bench = try OperationBench(
      paths: #"""
        "/a/{p}/{q}": {"put": {"operationId": "op", "parameters": [
          {"name": "p", "in": "path", "schema": {"type": "string", "example": "two words"}},
          {"name": "q", "in": "path", "schema": {"type": "object"}},
          {"name": "n", "in": "query", "required": true,
            "schema": {"type": "integer", "minimum": 5, "example": "no number"}}],
          "requestBody": {"required": true, "content": {"application/json": {"schema": {
            "type": "object", "required": [\#(long)], "properties": {
              \#(long.replacing(#"", "#, with: #"": {}, "#)): {}}}}}}}}
        """#)
    let help = await bench.harness.run("help wh op").output
    #expect(help.contains("  wh op 'two words' x=1,y=2 --n 5 --body @FILE"), "\(help)")
    #expect(help.contains("written x=1,y=2"))
  }

  @Test(arguments: ["--yes", "a\\u001bb", "a\\nb", "..", ""])
  func `a hostile example in the description is not shown in help`(example: String) async throws {
    let bench = try OperationBench(
      paths: #"""
        "/a/{p}": {"delete": {"operationId": "op", "parameters": [
          {"name": "p", "in": "path", "schema": {"type": "string", "example": "\#(example)"}}]}},
        "/b": {"put": {"operationId": "put", "requestBody": {"required": true, "content": {
          "text/plain": {"schema": {"type": "string", "example": "@/etc/passwd"}}}}}}
        """#)
    #expect(await bench.harness.run("help wh op").output.contains("\n  wh op text\n"))
    #expect(await bench.harness.run("help wh put").output.contains("\n  wh put --body @FILE\n"))
  }
}
