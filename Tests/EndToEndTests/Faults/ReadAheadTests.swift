import FaultServer
import Synchronization
import TestSupport
import Testing

/// The requested pages of a long list, and its output if one of them fails.
@Suite(.mayBlock) struct ReadAheadTests {
  /// A server with four pages of two products.
  ///
  /// - Parameters:
  ///   - broken: the page that fails.
  ///   - busy: the page for which the server asks to wait a second, once.
  private static func server(broken: Int? = nil, busy: Int? = nil) throws -> FaultServer {
    let products = Fault.product
    let wasBusy = Atomic(false)
    return try FaultServer { request in
      let fields = request.target.split { "?&".contains($0) }
      let page = fields.first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) } ?? 1
      if page == broken { return .status(400, "no") }
      if page == busy, !wasBusy.exchange(true, ordering: .relaxed) {
        return .json("{}", status: 503, headers: ["Retry-After": "1"])
      }
      let next = #"</v1/products?page=\#(page + 1)>; rel="next""#
      return .json(
        "[\(products),\(products.replacing("p-1", with: "p-\(page)"))]",
        headers: page < 4 ? ["Link": next] : [:])
    }
  }

  @Test(arguments: [
    ("products list --all", 8, 4...4), ("products list --all | first 2", 2, 1...1),
    ("products list --all | first 1", 1, 1...1), ("products list --all | first 4", 4, 2...3),
    ("products list --all | first 5", 5, 3...4), ("products list --all | where id = p-3", 1, 4...4),
    ("products list", 2, 1...1),
  ])
  func `a reader that stops early causes at most one more request`(
    line: String, rows: Int, requests: ClosedRange<Int>
  ) throws {
    let server = try Self.server()
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url)
    let result = try sandbox.seashell("-c", line)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").count == rows)
    #expect(requests.contains(server.requests.count), "\(server.requests.count) requests")
  }

  @Test(arguments: [2, 3, 4])
  func `if a page fails, the pages before it are shown`(page: Int) throws {
    let server = try Self.server(broken: page)
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url)
    let result = try sandbox.seashell("products", "list", "--all")
    #expect(result.status != 0)
    #expect(result.output.split(separator: "\n").count == 2 * (page - 1))
    #expect(result.errors.contains("only the first \(2 * (page - 1)) products came"))
    #expect(server.requests.count == page)
  }

  @Test func `a page requested ahead waits as long as the server asks`() throws {
    let server = try Self.server(busy: 3)
    let sandbox = try Sandbox(environment: ["SEASHELL_ENV": "dev"])
    try sandbox.configure(dev: server.url)
    let result = try sandbox.seashell("products", "list", "--all")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").count == 8)
    let pages = server.requests.map { $0.target.split(separator: "page=").last ?? "" }
    #expect(pages.suffix(3) == ["3", "3", "4"], "\(pages)")
  }
}
