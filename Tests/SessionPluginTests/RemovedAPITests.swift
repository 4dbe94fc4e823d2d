import SeashellHosting
@testable import SeashellKit
@testable import SeashellTesting
import Testing

/// An API that is removed while jobs still use it.
@MainActor
@Suite struct RemovedAPITests {
  @Test func `its user stays known`() async throws {
    let bench = try SessionBench()
    let own = bench.harness.context
    let live = try APIEnvironment("live", "https://live.wh.test").qualified(by: "wh")
    let client = own.client.client(for: live, of: "wh")
    let context = ModuleContext(
      like: own, for: EnvironmentRegistry([live], client: client),
      token: LaunchToken("TEST_TOKEN_WH", "t-1", for: live))
    own.apis.add(StubProvider("wh", context))
    let api = try own.apis.api("wh")
    #expect(await api.context.user.update() != nil)
    own.apis.forget("wh")
    #expect(await api.context.user.update() != nil)
  }
}
