package import ShellOutput
import Synchronization

/// The answers to a statement's requests: the last response, for `$response`, and what came from a store.
package final class StatementAnswers: Sendable {
  /// The answers of the current task's statement, if it runs one.
  @TaskLocal package static var current: StatementAnswers?

  private struct State {
    var stored: StoredAnswers?
    var outcome: RequestOutcome?
    var writeCount = 0
  }

  private let whole: StatementAnswers?
  private let state = Mutex(State())

  /// Creates an empty value.
  ///
  /// - Parameter whole: the answers of the whole statement, if these belong to a part of it.
  package init(partOf whole: StatementAnswers? = nil) {
    self.whole = whole
  }

  /// The answers of the statement that were taken from a store; created when they are first needed.
  package var stored: StoredAnswers {
    if let whole { return whole.stored }
    return state.withLock { state in
      let stored = state.stored ?? StoredAnswers()
      state.stored = stored
      return stored
    }
  }

  /// The notice that answers were taken from a store, if any were.
  package var notice: StoredAnswerNotice? { state.withLock(\.stored)?.notice }

  /// How many writes of the statement were answered, also those of statements inside it.
  package var writeCount: Int { state.withLock(\.writeCount) }

  /// Counts writes that were answered.
  package func noteWrites(_ count: Int = 1) {
    guard let whole else { return state.withLock { $0.writeCount += count } }
    whole.noteWrites(count)
  }

  /// The outcome of the last request, if one was sent.
  package var outcome: RequestOutcome? {
    get { state.withLock(\.outcome) }
    set { state.withLock { $0.outcome = newValue } }
  }
}

/// The outcome of a request, for `$response`.
package enum RequestOutcome: Sendable {
  /// The service or a store answered, with success or an error.
  case response(any LastResponse)
  /// There was no complete response.
  case failure
}

/// A response, as `$response` shows it.
package protocol LastResponse: AnyObject, Sendable {
  /// Returns the fields of ``ResponseField``, in that order.
  ///
  /// The body is parsed when it is first needed.
  ///
  /// - Parameter withBody: whether `body` and `text` are needed; they are null otherwise.
  /// - Throws: ``ShellError`` if the body is needed and was not kept, or is not text.
  func fields(withBody: Bool) throws(ShellError) -> [CellValue.Field]
}

/// A field of `$response`.
package enum ResponseField: String, Sendable, CaseIterable {
  case status, headers, body, text, duration, url, method, sent
}
