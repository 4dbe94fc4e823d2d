/// Completes one kind of word, such as `products.id`.
///
/// The shell asks it on the main actor when the user presses Tab. It answers at once from the data that it
/// has. It can fetch missing data with ``CompletionFetch``; the shell asks again when the fetch is done.
public struct CompletionSource {
  /// The kind, as named by arguments and options in their specifications.
  public let kind: CompletionKind

  /// Returns the known candidates for a query.
  public let answer: @MainActor (_ query: CompletionQuery) -> [Candidate]

  /// Creates a source that needs only the prefix that the user typed.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - candidates: returns the candidates that begin with a prefix.
  public init(
    kind: CompletionKind, candidates: @escaping @MainActor (_ prefix: String) -> [Candidate]
  ) {
    self.kind = kind
    answer = { candidates($0.prefix) }
  }

  /// Creates a source that also reads other words of the line, or has many candidates.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - answer: returns the candidates for a query; ``CompletionMatches`` collects them.
  public init(
    answering kind: CompletionKind,
    _ answer: @escaping @MainActor (_ query: CompletionQuery) -> [Candidate]
  ) {
    self.kind = kind
    self.answer = answer
  }

  /// A word that completes what the user typed.
  public struct Candidate: Sendable, Equatable {
    /// The word.
    public let text: String
    /// What the word means, in a few words; can be empty.
    public let abstract: String

    /// Creates a candidate.
    public init(_ text: String, _ abstract: String = "") {
      self.text = text
      self.abstract = abstract
    }
  }
}

/// Collects the candidates for a query, up to ``CompletionQuery/limit``.
///
/// If there are words that begin with the typed prefix, it returns those; otherwise the words whose names
/// contain a word with this prefix.
public struct CompletionMatches {
  private let query: CompletionQuery
  private var byWord: [CompletionSource.Candidate] = []
  private var byName: [CompletionSource.Candidate] = []

  /// Creates an empty collection for a query.
  public init(_ query: CompletionQuery) {
    self.query = query
  }

  /// Whether the limit is reached, so that further offers are ignored.
  public var isFull: Bool { byWord.count >= CompletionQuery.limit }

  /// Whether ``offer(_:named:_:isFound:)`` would add a word, which spares making its abstract.
  public func accepts(_ word: String, named name: String, isFound: Bool = false) -> Bool {
    query.matches(word)
      ? !isFull
      : byWord.isEmpty && byName.count < CompletionQuery.limit
        && (isFound || query.matches(wordOf: name))
  }

  /// Adds a word if it or its name matches; the name becomes the candidate's abstract.
  public mutating func offer(_ word: String, named name: String) {
    offer(word, named: name, name)
  }

  /// Adds a word if it or its name matches.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - name: also matches by its words; empty if there is none.
  ///   - abstract: what is shown beside the word.
  ///   - isFound: whether a service has found the word for the typed one, by whatever it searches.
  public mutating func offer(
    _ word: String, named name: String, _ abstract: @autoclosure () -> String,
    isFound: Bool = false
  ) {
    if query.matches(word) {
      if !isFull { byWord.append(.init(word, abstract())) }
    } else if byWord.isEmpty, byName.count < CompletionQuery.limit,
      isFound || query.matches(wordOf: name)
    {
      byName.append(.init(word, abstract()))
    }
  }

  /// Adds a word if it matches.
  public mutating func offer(_ word: String, _ abstract: @autoclosure () -> String) {
    if !isFull, query.matches(word) { byWord.append(.init(word, abstract())) }
  }

  /// The candidates, in the order in which they were offered.
  public var candidates: [CompletionSource.Candidate] { byWord.isEmpty ? byName : byWord }
}

extension String {
  /// A text as the abstract of a candidate, cut to 80 characters.
  package static func abstract(of text: String) -> String {
    let bound = 80
    return text.utf8.count <= bound ? text : text.prefix(bound) + "…"
  }
}
