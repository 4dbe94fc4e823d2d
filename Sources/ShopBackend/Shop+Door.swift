package import WebMessages

extension Shop {
  /// Answers a request, and hands the answer on without leaving the shop's own thread: a door that has
  /// threads of its own needs no other one between.
  ///
  /// - Parameters:
  ///   - delay: how long to wait first, as ``answer(_:after:clock:)`` does.
  ///   - done: is given the answer; nil where the task was cancelled and nothing was changed.
  package func respond(
    to request: HTTPRequest, after delay: Duration?, clock: any Clock<Duration>,
    _ done: @Sendable (HTTPResponse?) -> Void
  ) async {
    done(try? await answer(request, after: delay, clock: clock))
  }
}
