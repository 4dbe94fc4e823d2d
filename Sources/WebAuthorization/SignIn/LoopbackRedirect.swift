import CoreLoop
import FoundationEssentials
import Synchronization
import WebMessages
import WebServer

/// Receives the browser's answer at a free port of 127.0.0.1 (RFC 8252, section 7.3).
///
/// It accepts one answer, the one with the sign-in's state. Every other request gets an error page and does not end the
/// sign-in; nothing of it is kept.
final class LoopbackRedirect: Sendable {
  /// The page at which the browser ends.
  enum Page: String {
    case signedIn = "You are signed in"
    case refused = "You are not signed in"
    case foreign = "This is not the answer to your sign-in"
    case used = "This link was used already"
    case unknown = "There is no such page"

    fileprivate var status: Int {
      switch self {
      case .signedIn: 200
      case .refused, .foreign: 400
      case .used: 410
      case .unknown: 404
      }
    }

    private var text: String {
      switch self {
      case .signedIn: "You can close this window, and go on in the terminal."
      case .refused: "The terminal says why. You can close this window."
      case .foreign:
        "Its state is missing, or is that of another sign-in. Open the address in the terminal again."
      case .used: "It works once. Sign in again in the terminal if you need to."
      case .unknown: "Go back to the terminal."
      }
    }

    fileprivate var response: HTTPResponse {
      let page = """
        <!doctype html><html lang="en"><meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(rawValue)</title>
        <style>:root{color-scheme:light dark}body{font:1.1rem/1.5 sans-serif;max-width:32rem;
        margin:3rem auto;padding:0 1rem}</style>
        <h1>\(rawValue)</h1><p>\(text)</p></html>

        """
      return HTTPResponse(
        status: status,
        headers: [
          "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
          "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
          "Referrer-Policy": "no-referrer",
        ], body: HTTPBody(Data(page.utf8)))
    }
  }

  /// The address to which the browser is sent.
  let address: String
  private let state: SharedState
  private let server: HTTPServer

  private struct State {
    var answer: String?
    var respond: (@Sendable (HTTPResponse) -> Void)?
    var waiter: Waiter<String, any Error>?
  }

  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  /// Starts to listen.
  ///
  /// - Parameter mark: the state that the answer has.
  /// - Throws: ``AuthorizationError`` `wrongRedirect` if there is no free port.
  init(_ mark: SignInState) throws(AuthorizationError) {
    var settings = HTTPServerSettings()
    settings.maximumConnections = 16
    settings.arrivalSeconds = 10
    settings.maximumHead = 16 << 10
    settings.maximumBody = 0
    let (server, state) = (HTTPServer(settings), SharedState())
    do throws(HTTPServerError) {
      let listening = try server.start { address in
        { request, respond in
          Self.receive(request, at: address.authority, mark, state, respond)
          return nil
        }
      }
      address = "http://\(listening.authority)/callback"
    } catch {
      throw .wrongRedirect("this machine cannot listen for it: \(error.message)")
    }
    (self.server, self.state) = (server, state)
  }

  private static func receive(
    _ request: ReceivedRequest, at authority: String, _ mark: SignInState, _ state: SharedState,
    _ respond: @escaping @Sendable (HTTPResponse) -> Void
  ) {
    let path = request.target.prefix { $0 != "?" }
    // Another name in Host is that of a page that has found the port.
    guard request.headers["Host"] == authority, request.method == "GET", path == "/callback" else {
      return respond(Page.unknown.response)
    }
    guard mark.isIn(request.target.dropFirst(path.count + 1).prefix { $0 != "#" }) else {
      return respond(Page.foreign.response)
    }
    let answer = "http://\(authority)\(request.target)"
    let (isFirst, waiter) = state.value.withLock { state in
      guard state.answer == nil else { return (false, nil as Waiter<String, any Error>?) }
      (state.answer, state.respond) = (answer, respond)
      return (true, state.waiter)
    }
    guard isFirst else { return respond(Page.used.response) }
    waiter?.settle(.success(answer))
  }

  /// Waits for the browser, and returns the address to which it was sent.
  ///
  /// The browser waits too, until ``close(showing:)``.
  ///
  /// - Throws: `CancellationError`.
  func answer() async throws -> String {
    let waiter = Waiter<String, any Error>()
    let answer = state.value.withLock { state in
      state.waiter = waiter
      return state.answer
    }
    return if let answer { answer } else { try await waiter.valueUnlessCancelled() }
  }

  /// Shows the browser a page if it waits for one, and stops listening.
  func close(showing page: Page) async {
    let respond = state.value.withLock { state in
      if state.answer == nil { state.answer = "" }
      return state.respond.take()
    }
    respond?(page.response)
    await server.stop(within: .seconds(1))
  }
}
