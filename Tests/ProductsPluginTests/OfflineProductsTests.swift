import FoundationEssentials
import SeashellHosting
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import ProductsPlugin

/// A shop whose connection a test can cut.
final class CuttableShop: Sendable {
  private let isCut = Mutex(false)
  private let shop: StubTransport
  let store = MemoryRecordStore()

  init(_ shop: NumberedShop) { self.shop = shop.transport }

  func cut(_ isCut: Bool = true) { self.isCut.withLock { $0 = isCut } }

  var transport: StubTransport {
    StubTransport { [self] request in
      if isCut.withLock({ $0 }) { throw TransportError(.unconnected, reason: "refused") }
      let number = request.url.path().split(separator: "/").last?.split(separator: "-").last
      if let number = number.flatMap({ Int($0) }) {
        return HTTPResponse(
          status: 200, body: HTTPBody(Data(NumberedShop.product(number).utf8)))
      }
      return try await shop.send(request)
    }
  }

  @MainActor
  func harness(_ mode: OfflineMode = .auto) throws -> ShellHarness {
    let harness = try ShellHarness(
      transport, storage: MemoryOfflineStorage { [store] _ in store }, offline: mode)
    try harness.load(ProductsModule(harness.context))
    return harness
  }
}

@Suite @MainActor struct OfflineProductsTests {
  private let shop = CuttableShop(NumberedShop(count: 52))

  private func age(_ minutes: Double) {
    shop.store.date(all: Date().addingTimeInterval(-minutes * 60))
  }

  @Test func `a stored list is shown without the shop, with its age`()
    async throws
  {
    let harness = try shop.harness()
    let online = await harness.run("products list --per-page 5")
    age(14.5)
    shop.cut()
    let offline = await harness.run("products list --per-page 5")
    #expect(offline.status == 0 && offline.output == online.output)
    #expect(
      harness.console.notices.last
        == "from 14 minutes ago; localhost is not reachable; 5 of 52 products are known")
  }

  @Test func `the notice about a stored list is an object in JSON`() async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list")
    shop.store.date(all: Date(timeIntervalSince1970: 1_700_000_000))
    shop.cut()
    _ = await harness.run("products show p-1 -o json")
    let notice = try #require(harness.console.notices.last)
    #expect(notice.hasPrefix(#"{"notice":{"message":"from "#))
    #expect(notice.hasSuffix(#""stale_since":"2023-11-14T22:13:20Z"}}"#))
  }

  @Test func `all stored pages are listed, with one notice`() async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list --all --per-page 10")
    age(1.5)
    shop.cut()
    let before = harness.console.notices.count
    let (status, output, _) = await harness.run("products list --all --per-page 10")
    #expect(status == 0 && output == NumberedShop.lines(1...52))
    #expect(
      harness.console.notices.dropFirst(before) == ["from 1 minute ago; localhost is not reachable"]
    )
  }

  @Test func `more continues a list in the store`() async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list --all --per-page 10")
    shop.cut()
    _ = await harness.run("products list --per-page 10")
    #expect(await harness.run("products more").output == NumberedShop.lines(11...20))
  }

  @Test func `a search without the shop covers stored products, and says so`() async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list")
    shop.cut()
    let (status, output, _) = await harness.run("products list --query 'mug 7'")
    #expect(status == 0 && output == NumberedShop.lines(7...7))
    #expect(
      harness.console.notices.last?.hasSuffix("; searched only the 20 products that are known")
        == true)
  }

  @Test func `a stored list is sorted as the shop sorts it`() async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list --per-page 3")
    shop.cut()
    let (_, output, _) = await harness.run("products list --sort -name")
    #expect(output == [3, 2, 1].map { NumberedShop.lines($0...$0) }.joined())
  }

  @Test(arguments: ["products show p-40", "products list --page 3", "products related p-1"])
  func `a product that is not stored fails without the shop`(line: String) async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list")
    shop.cut()
    #expect(await harness.run(line).status == 5)
  }

  @Test func `--fresh does not answer from the store`() async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list")
    shop.cut()
    #expect(await harness.run("products list --fresh").status == 5)
  }

  @Test func `offline never neither reads nor writes the store`() async throws {
    let harness = try shop.harness(.never)
    _ = await harness.run("products list; products show p-1")
    shop.cut()
    #expect(await harness.run("products list").status == 5)
    #expect(shop.store.calls == 0)
  }

  @Test func `offline always sends no request`() async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list")
    harness.context.offline.mode.value = .always
    let (status, _, _) = await harness.run("products show p-3")
    #expect(status == 0)
    #expect(harness.console.notices.last?.contains("offline is set to always") == true)
    let unknown = await harness.run("products show p-40")
    #expect(unknown.status == 5 && unknown.errors.contains("'products/p-40' is not known here"))
  }

  @Test func `a stored product's place opens, and stored ids are completed`() async throws {
    let harness = try shop.harness()
    _ = await harness.run("products list")
    shop.cut()
    #expect(await harness.run("open products/p-7; show").status == 0)
    #expect(harness.completions(of: .products, for: "p-7").map(\.text) == ["p-7"])
  }

  @Test func `the return of the shop is posted, and old lists are dropped`() async throws {
    let harness = try shop.harness()
    let recorder = EventRecorder(harness.bus)
    let lines = "products list; products show p-2; products related p-1"
    _ = await harness.run(lines)
    shop.cut()
    _ = await harness.run(lines)
    #expect(harness.context.offline.isOffline)
    #expect(recorder.events(of: Unconnected.self).count == 1)
    shop.cut(false)
    #expect(await harness.run("products list --per-page 2; products more").status == 0)
    #expect(recorder.events(of: Reconnected.self).count == 1)
    #expect(
      recorder.events(of: DataInvalidated.self).map(\.resource) == ["products/p-1/relatedProducts"])
    #expect(!harness.context.offline.isOffline)
  }

  @Test func `a broken store fails no request`() async throws {
    let harness = try shop.harness()
    shop.store.error = CancellationError()
    #expect(await harness.run("products list; products show p-1").status == 0)
    shop.cut()
    #expect(await harness.run("products list").status == 5)
  }
}
