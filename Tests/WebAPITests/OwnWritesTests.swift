import CoreEvents
@testable import SeashellTesting
import TestSupport
import Testing
import WebMessages

@testable import WebAPI

@Suite struct OwnWritesTests {
  private static func inserted(_ id: String?, in resource: String = "reviews") -> DataChange {
    DataChange(.inserted, of: resource, id: id)
  }

  @Test(
    arguments: [
      (inserted(nil), inserted("r-1"), true), (inserted("r-1"), inserted("r-1"), true),
      (inserted("r-1"), inserted("r-2"), false),
      (inserted(nil, in: "items"), inserted("r-1"), false),
      (inserted("r-1"), DataChange(.updated, of: "reviews", id: "r-1"), false),
      (
        DataChange(.deleted, of: "reviews", id: "r-1"),
        DataChange(.deleted, of: "reviews", id: "r-1"), true
      ),
    ] as [(DataChange, DataChange, Bool)])
  func `a change that the feed reports is recognized once`(
    own: DataChange, reported: DataChange, isOwn: Bool
  ) {
    let writes = OwnWrites()
    let number = writes.begin(own)
    #expect(writes.take(reported) == isOwn)
    #expect(!writes.take(reported))
    writes.end(number, own)
    #expect(!writes.take(reported))
  }

  @Test func `a refused write is forgotten, and an uncertain one after a minute`() {
    let clock = ManualClock()
    let writes = OwnWrites(clock: clock)
    writes.end(writes.begin(Self.inserted(nil)), nil)
    #expect(!writes.take(Self.inserted("r-1")))
    for _ in 1...2 { writes.end(writes.begin(Self.inserted(nil)), Self.inserted(nil)) }
    clock.advance(by: .seconds(60))
    #expect(writes.take(Self.inserted("r-2")))
    clock.advance(by: .seconds(1))
    #expect(!writes.take(Self.inserted("r-3")))
  }
}

@Suite struct CancelledWriteTests {
  /// Cancels a request that is under way, and returns its error, the changes that were reported as cancelled, and
  /// whether an event from the feed then counts as the user's own.
  private func outcome(
    of request: APIRequest, _ answer: @escaping @Sendable () async throws -> HTTPResponse
  ) async throws -> (told: [DataChange], isOwn: Bool, error: any Error) {
    let (writes, told, sent) = (OwnWrites(), Record<DataChange>(), Record<Bool>())
    let transport = StubTransport { _ in
      sent.add(true)
      return try await answer()
    }
    var client = try StubClient(transport)
    client.cancelled = told
    var settings = APIClientSettings(of: client)
    settings.ownWrites = writes
    let snapshot = APIClientSnapshot(of: client, settings)
    let task = Task { try await Pipeline(snapshot).first.send(request) }
    await until { !sent.elements.isEmpty }
    task.cancel()
    let result = await task.result
    var error: any Error = CancellationError()
    if case .failure(let failure) = result { error = failure }
    return (told.elements, writes.take(DataChange(.inserted, of: "x", id: "1")), error)
  }

  @Test func `a cancelled write is told, and its event is not another's`() async throws {
    let request = APIRequest(path: "x", method: .post)
    let end = try await outcome(of: request) {
      try await Task.sleep(for: .seconds(60))
      throw CancellationError()
    }
    #expect(end.error is CancellationError)
    #expect(end.told.map(\.path) == ["x"])
    #expect(end.isOwn)
  }

  @Test(arguments: [false, true])
  func `a write cancelled before it was sent is told only if an earlier try was sent`(
    isInDoubt: Bool
  ) async throws {
    var request = APIRequest(path: "x", method: .post)
    request.isInDoubt = isInDoubt
    let end = try await outcome(of: request) {
      try? await Task.sleep(for: .seconds(60))
      throw TransportError(.unconnected, reason: "it was cancelled before it was sent")
    }
    #expect(end.error is CancellationError)
    #expect(end.told.isEmpty == !isInDoubt && end.isOwn == isInDoubt)
  }

  @Test(arguments: [
    APIRequest(path: "x"), APIRequest(path: "x", method: .post, announces: .nothing),
  ])
  func `a cancelled request that changes nothing is not told`(request: APIRequest) async throws {
    let end = try await outcome(of: request) {
      try await Task.sleep(for: .seconds(60))
      throw CancellationError()
    }
    #expect(end.error is CancellationError)
    #expect(end.told.isEmpty && !end.isOwn)
  }

  @Test(
    arguments: [
      (201, [:], true), (201, ["Event-Id": "7"], false), (422, [:], false), (500, [:], true),
    ] as [(Int, HTTPHeaders, Bool)])
  func `the event of an answered write is the user's own, unless its id is known`(
    status: Int, headers: HTTPHeaders, isOwn: Bool
  ) async throws {
    let writes = OwnWrites()
    let client = try StubClient(
      StubTransport(status: status, json: #"{"id":"1"}"#, headers: headers))
    var settings = APIClientSettings(of: client)
    settings.ownWrites = writes
    let request = APIRequest(path: "x", method: .post)
    _ = try? await Pipeline(APIClientSnapshot(of: client, settings)).first.send(request)
    func take(_ id: String) -> Bool {
      writes.take(DataChange(.inserted, of: "x", id: id))
    }
    if status == 201 { #expect(!take("2")) }
    #expect(take("1") == isOwn)
  }
}
