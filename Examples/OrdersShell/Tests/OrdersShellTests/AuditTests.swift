import AuditPlugin
import DoctorPlugin
import OrdersEvents
import OrdersPlugin
import OrdersStub
import SeashellKit
import SeashellTesting
import Testing

@Suite @MainActor struct AuditTests {
  let folder: TemporaryFolder
  let harness: ShellHarness
  let module: AuditModule

  init() throws {
    folder = try TemporaryFolder()
    harness = try ShellHarness(StubOrders(), directory: folder.path)
    module = AuditModule(harness.context)
    try harness.load(module)
  }

  @Test func `a cancelled order is recorded with the user who is signed in`() async {
    harness.bus.post(OrderCancelled(order: "o-1"))
    harness.setUser {
      SignedInUser(name: "ada", environment: "test", expiresAt: nil)
    }
    await harness.context.user.update()
    harness.bus.post(OrderCancelled(order: "o-2"))
    let (status, output, _) = await harness.run("audit list")
    #expect(status == 0)
    let rows = output.split(separator: "\n").map { $0.split(separator: "\t").dropFirst() }
    #expect(rows == [["o-1"], ["o-2", "ada"]])
  }

  @Test func `what was recorded is saved in a file`() async throws {
    harness.bus.post(OrderCancelled(order: "o-1"))
    #expect(await harness.run("audit save").status == 0)
    let file = PrivateFile(path: "\(harness.context.directories.state)/audit.tsv")
    let bytes = try #require(try file.read())
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("Z\to-1\n"))
  }

  @Test func `the stage keeps the records of the user`() async {
    harness.bus.post(OrderCancelled(order: "o-1"))
    harness.setUser {
      SignedInUser(name: "ada", environment: "test", expiresAt: nil)
    }
    await harness.context.user.update()
    harness.bus.post(OrderCancelled(order: "o-2"))
    #expect(await harness.run("audit list | audit mine | get order").output == "o-2\n")
    #expect(await harness.run("audit list | audit mine owner").status == 2)
  }

  @Test func `doctor and help know the module`() async throws {
    try harness.load(DoctorModule())
    let found = await harness.run("audit save; doctor -o tsv").output
    #expect(found.hasPrefix("audit\tok\t0 bytes in "), "\(found)")
    #expect(await harness.run("help auditing").output.hasPrefix("Who cancelled which order\n"))
  }

  @Test func `every example works`() async throws {
    try harness.load(OrdersModule(harness.context))
    for failure in await harness.checkExamples(of: module) { Issue.record("\(failure)") }
  }
}
