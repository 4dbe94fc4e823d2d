import SeashellKit
import SeashellTesting
import Testing

@testable import SeashellAPIs

/// Operations that delete a whole collection.
@MainActor
@Suite struct CollectionChangeTests {
  private static let paths = #"""
    "/boxes": {"get": {"operationId": "listBoxes"}, "delete": {"operationId": "deleteBoxes"}},
    "/boxes/{id}": {"get": {"operationId": "getBox"}, "delete": {"operationId": "deleteBox"}},
    "/boxes/{id}/lids": {"delete": {"operationId": "clearLids"}},
    "/boxes/{id}/lids/{lid}": {"patch": {"operationId": "patchLid"}},
    "/tags": {"get": {"operationId": "listTags"}, "put": {"operationId": "putTags"}},
    "/tags/{id}/": {"get": {"operationId": "getTag"}},
    "/marks/{mark}": {"delete": {"operationId": "deleteMarks"}},
    "/marks/{mark}/{user}": {"delete": {"operationId": "deleteMark"}},
    "/charts/{id}": {"get": {"operationId": "getChart"}},
    "/charts/bulk_delete": {"post": {"operationId": "charts_bulk_destroy"}}
    """#

  private func bench(isProduction: Bool = false) throws -> OperationBench {
    try OperationBench(
      paths: Self.paths, isProduction: isProduction,
      transport: StubTransport { _ in HTTPResponse(status: 204) })
  }

  @Test(arguments: [
    "wh boxes delete-all", "wh deleteBoxes", "wh clearLids 7", "wh deleteMarks 7",
  ])
  func `nothing is sent before the name of the collection is typed`(line: String) async throws {
    let bench = try bench()
    let refused = await bench.harness.run(line)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("pass --yes-all"), "\(refused.errors)")
    let yes = await bench.harness.run("\(line) --yes")
    #expect(yes.status == 2, "\(yes.errors)")
    bench.harness.console.answers = ["yes"]
    let other = await bench.harness.run(line)
    #expect(other.status == 2)
    #expect(other.errors.contains("so nothing was sent"), "\(other.errors)")
    #expect(bench.transport.requests.isEmpty)
    bench.harness.console.answers = [
      line.contains("Lids") ? "lids" : line.contains("Marks") ? "marks" : "boxes"
    ]
    #expect(await bench.harness.run(line).status == 0)
    #expect(await bench.requests("\(line) --yes-all").count == 1)
    #expect(bench.transport.requests.count == 2)
  }

  @Test func `what deletes one thing asks as ever, and a preview asks nothing`() async throws {
    let bench = try bench()
    #expect(await bench.requests("wh boxes delete 7 --yes").map(\.line) == ["DELETE /boxes/7"])
    #expect(await bench.requests("wh deleteMark 7 me --yes").map(\.line) == ["DELETE /marks/7/me"])
    #expect(await bench.harness.run("wh boxes delete 7 --yes-all").status == 2)
    #expect(await bench.harness.run("wh boxes delete-all --dry-run").status == 0)
    #expect(bench.transport.requests.count == 2)
  }
}
