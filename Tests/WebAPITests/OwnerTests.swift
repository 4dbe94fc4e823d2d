import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@Suite struct OwnerTests {
  private func owned(_ address: String, account: String? = nil) -> APIRequest {
    var request = APIRequest(path: "products")
    request.owner = DataOwner(environment: "dev", address: address, account: account)
    return request
  }

  @Test(
    arguments: [
      ("https://shop.test", "v1", "https://shop.test/v1"),
      ("https://shop.test/", "v1", "https://shop.test/v1"),
      ("https://shop.test/api?x", nil, "https://shop.test/api"),
      ("https://shop.test", "", "https://shop.test"),
    ] as [(String, String?, String)])
  func `an address is the base and the version`(
    base: String, version: String?, address: String
  ) async throws {
    #expect(DataOwner.address(base: try url(base), version: version) == address)
    var client = try StubClient(StubTransport(status: 200), base: base)
    client.version = version
    #expect(try await owned(address).response(on: client).statusCode == 200)
  }

  @Test(arguments: ["https://other.test/v1", "https://shop.test/v2", "http://shop.test/v1"])
  func `a request that was made for another address is not sent`(address: String) async throws {
    let transport = StubTransport(status: 200)
    let client = try StubClient(transport)
    let error = await failure { _ = try await owned(address).response(on: client) }
    #expect(error?.code == .invalid)
    #expect(
      error?.detail
        == "it was made for dev at \(address), and the client is at https://shop.test/v1")
    #expect(transport.requests.isEmpty)
  }

  @Test func `a request for an account is not sent without an authorizer`() async throws {
    let transport = StubTransport(status: 200)
    let client = try StubClient(transport)
    let request = owned("https://shop.test/v1", account: "ada")
    let error = await failure { _ = try await request.response(on: client) }
    #expect(error?.code == .unauthorized && error?.status == nil)
    #expect(transport.requests.isEmpty)
  }
}
