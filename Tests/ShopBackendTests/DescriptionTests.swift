import FoundationEssentials
import TestSupport
import Testing
import WebMessages

@testable import ShopBackend

@Suite("The API's description", .mayBlock)
struct DescriptionTests {
  private let description: JSONTree

  init() throws {
    description = try JSONDecoder().decode(JSONTree.self, from: Data(OpenAPIDescription.json))
  }

  @Test func `the API's description is served unchanged`() async throws {
    let reply = try await TestShop().get("/v1/openapi.json")
    #expect(reply.status == 200)
    #expect(reply.headers["Content-Type"] == "application/json")
    #expect(Array(reply.body) == OpenAPIDescription.json)
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

  @Test func `each operation in the API's description has its own id`() throws {
    let ids = OpenAPIDescription.paths.flatMap { $0.operations.map(\.id) }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `the API's description explains every status of an operation`() {
    let known = Set(OpenAPIDescription.problems.map(\.status))
    for (_, operations) in OpenAPIDescription.paths {
      for operation in operations {
        #expect(known.isSuperset(of: operation.problems + OpenAPIOperation.commonProblems))
      }
    }
    #expect(known.isSubset(of: ShopProblem.titles.keys))
  }
}
