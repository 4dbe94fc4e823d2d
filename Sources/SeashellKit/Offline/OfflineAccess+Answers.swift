import ShellCommands
import WebAPI
import WebFetching

extension OfflineAccess {
  /// Answers a request from the service, or from the store if the service cannot be reached.
  nonisolated func answer<Answer: Sendable>(
    _ session: OfflineSession, at path: String,
    _ request: @escaping @Sendable () async throws -> Answer,
    save: (Answer, any RecordStore) async throws -> Void,
    stored: (any RecordStore) async throws -> StoredAnswer<Answer>?
  ) async throws -> Answer {
    guard let store = session.store else { return try await request() }
    func fromStore() async -> Answer? {
      let answer = try? await stored(store)
      await showReports()
      guard let answer, await isCurrent(session) else { return nil }
      await storeAnswered(path, in: session)
      session.note(answer, of: path)
      return answer.value
    }
    if session.asksStoreOnly {
      guard let answer = await fromStore() else { throw session.notKnown(path) }
      return answer
    }
    await begin(path)
    var isUnknown = false
    let answer: Answer
    do {
      let first = session.preference.isFresh ? nil : try await session.attempt(request)
      if first == nil, !session.preference.isFresh {
        if let answer = await fromStore() {
          await end(path, isAnswered: false)
          return answer
        }
        isUnknown = true
      }
      answer = if let first { first } else { try await request() }
    } catch {
      await end(path, isAnswered: false)
      guard OfflineSession.isLoss(error) else { throw error }
      await lose(session, path)
      throw isUnknown ? OfflineSession.notStored(error) : error
    }
    await end(path, isAnswered: true)
    // The environment or the user may have changed while the request ran.
    if await isCurrent(session) {
      try? await save(answer, store)
      await showReports()
    }
    return answer
  }
}

extension OfflineSession {
  /// Registers a notice, shown after the results, about the age of a stored answer, and makes it `$response`.
  func note<Answer>(_ answer: StoredAnswer<Answer>, of path: String) {
    guard let answers = StatementAnswers.current else { return }
    answers.stored.add(reason, since: answer.since, of: path, remark: answer.remark)
    var response = answer.value as? APIResponse
    if case .stored(let known)? = answer.value as? StreamedAnswer { response = known }
    answers.outcome = .response(
      ServiceResponse(response.map { KeptResponse.whole($0, after: nil) }))
  }
}

/// The answer to a request whose body is read in pieces.
enum StreamedAnswer: Sendable {
  /// The service's response, whose body is still to be read.
  case sent(APIStream)
  case stored(APIResponse)
}
