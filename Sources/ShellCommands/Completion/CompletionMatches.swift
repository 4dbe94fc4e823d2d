/// Gathers the candidates that answer a query, as many as are taken, however many are offered.
///
/// Words that begin with what is typed come before all; where there are none, those whose name has a
/// word that does.
public struct CompletionMatches {
  private let query: CompletionQuery
  private var byWord: [CompletionSource.Candidate] = []
  private var byName: [CompletionSource.Candidate] = []

  /// Begins without candidates.
  public init(_ query: CompletionQuery) {
    self.query = query
  }

  /// Whether nothing that is offered from here on can be taken.
  public var isFull: Bool { byWord.count >= CompletionQuery.limit }

  /// Offers a word that has a name, which becomes the candidate's abstract.
  public mutating func offer(_ word: String, named name: String) {
    if query.matches(word) {
      if !isFull { byWord.append(.init(word, name)) }
    } else if byWord.isEmpty, byName.count < CompletionQuery.limit, query.matches(wordOf: name) {
      byName.append(.init(word, name))
    }
  }

  /// Offers a word with an abstract that it is not found by.
  public mutating func offer(_ word: String, _ abstract: @autoclosure () -> String) {
    if !isFull, query.matches(word) { byWord.append(.init(word, abstract())) }
  }

  /// The candidates, in the order in which they were offered.
  public var candidates: [CompletionSource.Candidate] { byWord.isEmpty ? byName : byWord }
}
