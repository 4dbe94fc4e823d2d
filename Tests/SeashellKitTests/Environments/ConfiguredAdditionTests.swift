import FoundationEssentials
import SeashellHosting
@testable import SeashellKit
import SeashellTesting
import Testing

@testable import struct WebAPI.APIRequestAddition

/// The additions of a configuration to requests.
@Suite struct ConfiguredAdditionTests {
  private static func environment(_ fields: String, at base: String = "https://a.test") throws
    -> APIEnvironment
  {
    let configuration = try Configuration(
      parsing: "{environments:{qa:{baseURL:'\(base)',\(fields)}}}", from: "c")
    return try #require(configuration.environments.first)
  }

  @Test func `an added value is a text, or read from a variable when sending`() throws {
    let additions = try Self.environment(
      "headers:{'X-Team':'a','X-Shop':{env:'SHOP'},Authorization:'Basic x'},query:{key:{env:'K'}}"
    ).additions { $0 == "SHOP" ? "s-1" : nil }
    #expect(additions.map(\.name) == ["X-Team", "X-Shop", "Authorization", "key"])
    #expect(additions.map(\.isSecret) == [false, true, true, true])
    #expect(try additions.prefix(3).map { try $0.value?() } == ["a", "s-1", "Basic x"])
    #expect(throws: ShellError.self) { try additions[3].value?() }
  }

  @Test(arguments: ["a\nb", "a\u{7F}"])
  func `a variable that cannot be sent is an error without its value`(value: String) throws {
    let additions = try Self.environment("query:{key:{env:'K'}}").additions { _ in value }
    let error = #expect(throws: ShellError.self) { try additions[0].value?() }
    #expect(
      error?.message == "qa sends the query parameter key from the variable K,"
        + " which has a control character")
  }

  @Test func `a client sends configured header fields and parameters`() async throws {
    let transport = StubTransport(json: "{}")
    let environment = try Self.environment(
      "headers:{'X-Home':{env:'PATH'},'X-Team':'a'},query:{l:'de'}")
    let client = EnvironmentClient(environment, events: nil) { _ in transport }
    _ = try await APIRequest(path: "x").response(on: client)
    let sent = try #require(transport.requests.first)
    #expect(sent.headers["X-Home"]?.contains("/bin") == true)
    #expect(sent.headers["X-Team"] == "a")
    #expect(sent.url.absoluteString == "https://a.test/x?l=de")
  }

  @Test func `an unset variable is an error naming it, the field and the API`() async throws {
    let transport = StubTransport(json: "{}")
    let environment = try Self.environment("headers:{'X-API-Key':{env:'NO_SUCH_VARIABLE'}}")
    let client = EnvironmentClient(environment, events: nil) { _ in transport }
    let error = await #expect(throws: ShellError.self) {
      try await APIRequest(path: "x").response(on: client)
    }
    #expect(
      error?.message == "qa sends the header field X-API-Key from the variable"
        + " NO_SUCH_VARIABLE, which is not set")
    #expect(error?.hint == "set NO_SUCH_VARIABLE before the shell starts")
    #expect(error?.status == .unauthorized)
    #expect(transport.requests.isEmpty)
  }
}
