import FoundationEssentials
import SeashellHosting
@testable import SeashellKit
@testable import SeashellTesting

/// A shell with its own API `shop`, which has one environment, and another API `wh`.
@MainActor
final class TwoAPIs {
  let harness: ShellHarness
  private var keeper: StubKeeper?

  var apis: APIRegistry { harness.context.apis }
  var shop: API { apis.own }

  /// - Parameters:
  ///   - environments: those of `wh`, each at `https://NAME.wh.test`.
  ///   - isChosen: whether the first of them is chosen for `wh`.
  ///   - token: the access token that the shell was started with for `wh`.
  init(
    _ transport: any Transport = StubTransport(json: "{}"),
    environments: [String] = ["live", "qa"],
    isChosen: Bool = false, token: String? = nil, storage: (any OfflineStorage)? = nil
  ) throws {
    let own = try ShellHarness(transport, storage: storage)
    harness = own
    let all = try environments.map {
      try APIEnvironment($0, "https://\($0).wh.test", isProduction: $0 == "live")
        .qualified(by: "wh")
    }
    let client = own.context.client.client(for: all[0], of: "wh")
    let context = ModuleContext(
      like: own.context, for: EnvironmentRegistry(all, client: client),
      token: token.map { LaunchToken("TEST_TOKEN_WH", $0, for: isChosen ? all[0] : nil) })
    own.context.apis.add(StubProvider("wh", context, isChosen: isChosen))
  }

  func install(_ keeper: StubKeeper) throws {
    self.keeper = keeper
    try apis.install(keeper)
  }

  var wh: API { get throws { try apis.api("wh") } }

  /// Sends a request, and returns the host that it went to.
  @discardableResult
  func host(of api: API, _ transport: StubTransport) async throws -> String? {
    _ = try await APIRequest(path: "items").response(on: api.client)
    return transport.requests.last?.url.host()
  }
}
