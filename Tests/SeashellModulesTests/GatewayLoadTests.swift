import FoundationEssentials
import HTTPTestClient
import SeashellKit
import SeashellTesting
import Synchronization
import Testing

@testable import SeashellModules

/// Many requests of a module at once.
@MainActor @Suite struct GatewayLoadTests {
  @Test func `a hundred requests of a module at once are all answered`() async throws {
    let transport = StubTransport { request in
      await Task.yield()
      return HTTPResponse(status: 200, body: HTTPBody(Data(request.url.path().utf8)))
    }
    let gateway = try await GatewayFixture(["GET /**"], transport: transport)
    let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<100 {
        group.addTask {
          while true {
            let reply = try await gateway.send("GET", "/api/products/p-\(number)")
            if reply.status == 429 { continue }
            return (reply.status, reply.text)
          }
        }
      }
      var answers: [String: Int] = [:]
      while let (status, text) = try await group.next() { answers[text] = status }
      return answers
    }
    #expect(answers.count == 100)
    #expect((0..<100).allSatisfy { answers["/v1/products/p-\($0)"] == 200 })
    await gateway.close()
  }

  @Test func `No more than 32 requests of a module run at once`() async throws {
    let held = HeldRequests()
    let transport = StubTransport { _ in
      await held.wait()
      return HTTPResponse(status: 204)
    }
    let gateway = try await GatewayFixture(["GET /**"], transport: transport)
    var connections: [RawConnection] = []
    for _ in 0..<32 {
      connections.append(try await gateway.request("GET", gateway.base + "/api/a"))
    }
    await held.arrivals(32)
    let refused = try await gateway.send("GET", "/api/a")
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "1")
    #expect(refused.text.contains("32 requests running"))
    held.release()
    for connection in connections { #expect(try await connection.reply().status == 204) }
    #expect(try await gateway.send("GET", "/api/a").status == 204)
    await gateway.close()
  }

  @Test func `Closing a lease ends its requests`() async throws {
    let held = HeldRequests()
    let transport = StubTransport { _ in
      await held.wait()
      try Task.checkCancellation()
      return HTTPResponse(status: 204)
    }
    let gateway = try await GatewayFixture(["GET /**"], transport: transport)
    let other = try await gateway.gateway.open(for: "other", allowing: [])
    let connection = try await gateway.request("GET", gateway.base + "/api/a")
    await held.arrivals(1)
    gateway.lease.close()
    gateway.lease.close()
    let reply = try await connection.reply()
    #expect(reply.status == 503)
    #expect(reply.text.contains(#""status":130,"code":"interrupted""#))
    #expect(try await gateway.send("GET", "/api/a").status == 404)
    other.close()
    await gateway.gateway.stopping?.value
    await #expect(throws: (any Error).self) { try await gateway.send("GET", "/api/a") }
  }
}

/// Requests that wait in a transport until they are released or cancelled.
private final class HeldRequests: Sendable {
  private struct State {
    var isReleased = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var last = 0
    var watcher: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Mutex(State())

  func wait() async {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isReady, watcher) = state.withLock { state in
          let isReady = state.isReleased || Task.isCancelled
          if !isReady { state.waiting[number] = continuation }
          guard let watcher = state.watcher, state.waiting.count >= watcher.count else {
            return (isReady, CheckedContinuation<Void, Never>?.none)
          }
          state.watcher = nil
          return (isReady, watcher.continuation)
        }
        watcher?.resume()
        if isReady { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }

  /// Waits until this many requests are held.
  func arrivals(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if state.waiting.count >= count { return true }
        state.watcher = (count, continuation)
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  func release() {
    let waiting = state.withLock { state in
      state.isReleased = true
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.self)
    }
    for continuation in waiting { continuation.resume() }
  }
}
