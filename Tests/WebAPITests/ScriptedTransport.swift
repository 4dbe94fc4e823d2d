import FoundationEssentials
import SeashellTesting
import Synchronization
import WebAPI
import WebMessages

/// One step in the behaviour of a transport.
enum Step: Sendable {
  case fails(TransportError.Code)
  case failsLastingly(TransportError.Code)
  case answers(Int, HTTPHeaders = [:], String = "")
  /// Sends a head and part of the body, then cuts the connection.
  case cuts(Int)
}

/// A transport that takes one step for each request and then repeats the last one.
func scripted(_ steps: Step...) -> StubTransport { scripted(steps) }

func scripted(_ steps: [Step]) -> StubTransport {
  let done = Counter()
  return StubTransport { _ in
    switch steps[min(done.next(), steps.count - 1)] {
    case .fails(let code): throw TransportError(code, reason: "it is so")
    case .failsLastingly(let code):
      throw TransportError(code, reason: "it stays so", isLasting: true)
    case .answers(let status, let headers, let body):
      return HTTPResponse(status: status, headers: headers, body: HTTPBody(Data(body.utf8)))
    case .cuts(let status):
      let pieces = Counter()
      return HTTPResponse(
        status: status,
        body: HTTPBody(count: 10) {
          guard pieces.next() > 0 else { return Data("part".utf8) }
          throw TransportError(.cut, reason: "it ended")
        })
    }
  }
}

/// Counts from zero.
final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

/// Retry settings whose waits take no time and involve no chance.
func retries(
  _ clock: any Clock<Duration>, random: Double = 0
) -> APIRetrySettings {
  var settings = APIRetrySettings()
  settings.clock = clock
  settings.random = { random }
  return settings
}
