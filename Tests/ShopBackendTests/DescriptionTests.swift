import FoundationEssentials
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("The API's description", .mayBlock)
struct DescriptionTests {
  private let description: JSONTree

  init() throws {
    description = try JSONDecoder().decode(JSONTree.self, from: Data(Router.apiDescription))
  }

  @Test func `the API's description is served unchanged`() async throws {
    let reply = try await TestShop().get("/v1/openapi.json")
    #expect(reply.status == 200)
    #expect(reply.headers["Content-Type"] == "application/json")
    #expect(Array(reply.body) == Router.apiDescription)
    #expect(description["openapi"]?.text == "3.1.0")
  }

  @Test func `the API's description has exactly the router's paths and methods`() throws {
    let paths = try #require(description["paths"]?.object)
    let examples = [
      "/products", "/products/{product}", "/products/{product}/relatedProducts",
      "/products/{product}/reviews", "/products/{product}/reviews/{review}", "/reviews", "/session",
      "/session/refresh", "/events", "/openapi.json",
    ]
    #expect(Set(paths.keys) == Set(examples))
    for path in examples {
      let segments = ("v1" + path).split(separator: "/").map(String.init)
      let route = try #require(Route(segments))
      let methods = try #require(paths[path]?.object).keys
      #expect(Set(methods) == Set(route.methods.map { $0.rawValue.lowercased() }))
    }
  }

  @Test func `the API's description defines exactly what it refers to`() throws {
    var references: Set<String> = []
    description.forEachReference { references.insert($0) }
    #expect(references.count > 50)
    let components = try #require(description["components"]?.object)
    var names: Set<String> = []
    for (kind, members) in components where kind != "securitySchemes" {
      for name in try #require(members.object).keys { names.insert("#/components/\(kind)/\(name)") }
    }
    #expect(references.subtracting(names).isEmpty)
    #expect(names.subtracting(references).isEmpty)
  }

  /// The operations of all paths.
  private var operations: [JSONTree] {
    get throws {
      try #require(description["paths"]?.object).values.flatMap {
        $0.object.map { Array($0.values) } ?? []
      }
    }
  }

  @Test func `each operation in the API's description has its own id`() throws {
    let operations = try operations
    #expect(Set(operations.compactMap { $0["operationId"]?.text }).count == operations.count)
  }

  @Test func `the API's description gives each GET a HEAD with the same parameters and statuses`()
    throws
  {
    for operations in try #require(description["paths"]?.object).values {
      guard let get = operations["get"] else { continue }
      let head = try #require(operations["head"])
      #expect(head["operationId"]?.text == get["operationId"]?.text.map { "\($0)Head" })
      #expect(head["parameters"] == get["parameters"])
      #expect(
        try Set(#require(head["responses"]?.object).keys)
          == Set(#require(get["responses"]?.object).keys))
    }
  }

  @Test func `the API's description explains every status of an operation`() throws {
    let known = try Set(
      #require(description["components"]?["responses"]?.object).keys.compactMap { Int($0) })
    #expect(known.isSubset(of: ShopProblem.titles.keys))
    for operation in try operations {
      let statuses = try #require(operation["responses"]?.object).keys.compactMap { Int($0) }
      #expect(known.isSuperset(of: statuses.filter { $0 >= 400 }))
      #expect(Set(statuses).isSuperset(of: [400, 406, 413, 414, 500, 503]))
    }
  }
}
