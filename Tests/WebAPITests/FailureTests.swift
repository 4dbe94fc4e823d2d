import CoreEvents
import FoundationEssentials
@testable import SeashellTesting
import Testing
import WebAPI
import WebMessages

@Suite struct FailureTests {
  struct Strange: Error { let text = "secret" }

  @Test(
    arguments: [
      (.unconnected, .unconnected, false), (.cut, .unconnected, true), (.limit, .limit, true),
      (.late, .unconnected, true),
      (.unintelligible, .unavailable, true),
    ] as [(TransportError.Code, APIError.Code, Bool)])
  func `each transport error has its kind of API error`(
    cause: TransportError.Code, code: APIError.Code, mayBeApplied: Bool
  ) async throws {
    let client = try StubClient(StubTransport { _ in throw TransportError(cause, reason: "why") })
    for method in HTTPMethod.allCases {
      let error = await failure {
        _ = try await APIRequest(path: "x", method: method).response(on: client)
      }
      #expect(error?.code == code)
      #expect(error?.status == nil)
      #expect(error?.detail == "why")
      #expect(error?.request == "\(method.rawValue) x")
      #expect(error?.mayHaveBeenApplied == (mayBeApplied && method.isWrite))
    }
  }

  @Test func `any other failure is unavailable, and only its type is reported`() async throws {
    let client = try StubClient(StubTransport { _ in throw Strange() })
    let error = await failure { _ = try await APIRequest(path: "x").response(on: client) }
    #expect(error?.code == .unavailable)
    #expect(error?.detail == "the request failed with Strange")
  }

  @Test func `a body that is cut is a failure, and its write may have been applied`() async throws {
    let client = try StubClient(
      StubTransport { _ in
        HTTPResponse(status: 200, body: HTTPBody { throw TransportError(.cut, reason: "why") })
      })
    let read = await failure { _ = try await APIRequest(path: "x").response(on: client) }
    #expect(read?.code == .unconnected)
    #expect(read?.status == 200)
    #expect(read?.mayHaveBeenApplied == false)
    let request = APIRequest(path: "x", method: .delete)
    let write = await failure { _ = try await request.response(on: client) }
    #expect(write?.mayHaveBeenApplied == true)
  }

  @Test func `a response is read up to its size limit`() async throws {
    let client = try StubClient(StubTransport(status: 200, "12345"))
    var request = APIRequest(path: "x")
    #expect(request.maximumResponseSize == 32 * 1024 * 1024)
    request.maximumResponseSize = 5
    #expect(try await request.response(on: client).data.count == 5)
    request.maximumResponseSize = 4
    let error = await failure { [request] in _ = try await request.response(on: client) }
    #expect(error?.code == .limit)
    #expect(error?.detail == "the response is larger than 4 bytes")
  }

  @Test func `a bound ends a body that has no end`() async throws {
    let pieces = Record<String>()
    let client = try StubClient(
      StubTransport { _ in
        HTTPResponse(
          status: 200,
          body: HTTPBody {
            pieces.add("")
            return Data(count: 1_000)
          })
      })
    var request = APIRequest(path: "x")
    request.maximumResponseSize = 10_000
    let error = await failure { [request] in _ = try await request.response(on: client) }
    #expect(error?.code == .limit)
    #expect(pieces.elements.count == 11)
  }

  @Test func `a cancelled task sends nothing`() async throws {
    let transport = StubTransport(status: 200)
    let client = try StubClient(transport)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await APIRequest(path: "x").response(on: client)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(transport.requests.isEmpty)
  }

  @Test func `what fails because its task was cancelled is a cancellation`() async throws {
    let events = Record<String>()
    let bus = EventBus { _, _ in }
    let subscription = bus.subscribe(to: Unconnected.self) { _ in events.add("unconnected") }
    defer { withExtendedLifetime(subscription) {} }
    let errors: [any Error] = [TransportError(.cut, reason: "ended"), CancellationError()]
    for error in errors {
      let transport = StubTransport { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        throw error
      }
      let client = try StubClient(transport, events: bus)
      let task = Task { _ = try await APIRequest(path: "x").response(on: client) }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(events.elements.isEmpty)
  }
}
