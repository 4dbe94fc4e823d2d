import Foundation
import TestSupport
import Testing

/// `seashell complete`, which answers without a network.
@Suite(.mayBlock) struct CompleteTests {
  private func words(_ sandbox: Sandbox, _ words: String...) throws -> [String] {
    let result = try Program.run(
      Program.seashell.path, ["complete", "--"] + words, environment: sandbox.environment,
      directory: sandbox.home)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").map {
      String($0.split(separator: "\t", omittingEmptySubsequences: false)[0])
    }
  }

  @Test func `complete offers ids of the embedded shop without a list`() throws {
    let sandbox = try Sandbox()
    #expect(try words(sandbox, "products", "show", "p-33") == ["p-33"])
    #expect(try words(sandbox, "reviews", "show", "p-1", "r-").contains("r-1"))
    #expect(try words(sandbox, "-e", "e") == ["embedded"])
  }

  @Test func `complete offers stored ids of a served shop, even if it is lost`() throws {
    let sandbox = try Sandbox()
    let shop = try ServedShop()
    try sandbox.configure(dev: "http://127.0.0.1:\(shop.port)")
    #expect(try words(sandbox, "-e", "dev", "products", "show", "p-").isEmpty)
    let listed = try sandbox.seashell("--offline", "-e", "dev", "products", "list")
    #expect(listed.status == 0)
    let before = try words(sandbox, "-e", "dev", "products", "show", "p-")
    #expect(before.contains("p-1"))
    shop.end()
    #expect(try words(sandbox, "-e", "dev", "products", "show", "p-") == before)
    #expect(try words(sandbox, "--env=dev", "products", "show", "p-1").contains("p-1"))
  }

  @Test func `complete works with a broken configuration`() throws {
    let sandbox = try Sandbox()
    try sandbox.configure(dev: "not an address")
    #expect(try words(sandbox, "prod") == ["products"])
  }
}
