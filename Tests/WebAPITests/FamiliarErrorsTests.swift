import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

/// The errors that users of the API client know, caught the way they know it.
@Suite struct FamiliarErrorsTests {
  private func caught(_ body: () async throws -> Void) async -> APIError.Code? {
    do {
      try await body()
      return nil
    } catch APIError.unauthorized {
      return .unauthorized
    } catch APIError.forbidden {
      return .forbidden
    } catch APIError.unprocessable {
      return .unprocessable
    } catch APIError.unconnected {
      return .unconnected
    } catch APIError.limit {
      return .limit
    } catch APIError.invalid {
      return .invalid
    } catch APIError.unavailable {
      return .unavailable
    } catch {
      return nil
    }
  }

  @Test(
    arguments: [
      (401, .unauthorized), (403, .forbidden), (404, .unavailable), (400, .unprocessable),
      (422, .unprocessable), (503, .unavailable), (200, nil),
    ] as [(Int, APIError.Code?)])
  func `a status is caught by its name`(status: Int, code: APIError.Code?) async {
    #expect(await caught { try answer(status).verify() } == code)
  }

  private func isSignedIn(_ response: APIResponse) throws -> Bool {
    do {
      try response.verify()
    } catch APIError.unauthorized {
      return false
    }
    return true
  }

  @Test func `an error that is not caught propagates`() throws {
    #expect(try isSignedIn(answer(200)) && !isSignedIn(answer(401)))
    #expect(throws: APIError.self) { try isSignedIn(answer(403)) }
  }

  @Test(arguments: APIError.Code.allCases)
  func `each error code is caught, whatever else the error says`(code: APIError.Code) async {
    #expect(await caught { throw APIError(code, status: 418, detail: "x") } == code)
  }

  @Test func `another error is not caught`() async {
    struct Other: Error {}
    #expect(await caught { throw Other() } == nil)
    #expect(await caught { throw CancellationError() } == nil)
  }

  @Test func `a request without a network is unconnected`() async throws {
    let client = try StubClient(
      StubTransport { _ in throw TransportError(.unconnected, reason: "") })
    #expect(
      await caught { _ = try await APIRequest(path: "x").response(on: client) } == .unconnected)
  }

  @Test func `patterns match an error of either type`() throws {
    let response = answer(401)
    do {
      try response.verify()
      Issue.record("401 is an error")
    } catch {
      // The error has the type APIError, since only `verify()` throws.
      switch error {
      case .unauthorized: break
      default: Issue.record(error)
      }
      if case .forbidden = error { Issue.record(error) }
    }
    let error: any Error = APIError(.unconnected, detail: "x")
    switch error {
    case APIError.unconnected: break
    default: Issue.record(error)
    }
    guard case APIError.unconnected = error else { throw error }
  }

  @Test(arguments: APIError.Code.allCases)
  func `each error has a failure reason and a recovery suggestion`(code: APIError.Code) throws {
    let error: any LocalizedError = APIError(code)
    #expect(error.failureReason?.isEmpty == false)
    #expect(error.recoverySuggestion?.isEmpty == false)
  }

  @Test func `an error has each problem that the server named`() {
    let body = #"{"errors":[{"code":"a","detail":"A"},{"code":"b","source":{"parameter":"p"}}]}"#
    let error = #expect(throws: APIError.self) { try answer(422, body).verify() }
    #expect(
      error?.problems
        == [APIProblem(code: "a", detail: "A"), APIProblem(code: "b", field: "p")])
  }

  @Test(arguments: [
    (
      #"{"detail":[{"loc":["body","sizes",0],"msg":"Not a number","type":"float_parsing"}]}"#,
      "sizes.0", "Not a number"
    ),
    (#"{"message":"Invalid","errors":{"price":["Too low"],"x":7}}"#, "price", "Too low"),
    (#"{"errors":{"price":"Too low"}}"#, "price", "Too low"),
  ])
  func `the field of a problem is found in the forms of frameworks`(
    body: String, field: String, detail: String
  ) {
    let error = #expect(throws: APIError.self) { try answer(422, body).verify() }
    #expect(error?.problems.last == APIProblem(detail: detail, field: field))
  }
}
