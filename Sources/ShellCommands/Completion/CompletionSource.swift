/// Answers for one kind of word, such as `products.id`.
///
/// It answers from what is known at once, and never waits: it is asked on the main actor while a user
/// holds Tab. What it lacks it may begin to get (``CompletionFetch``); it is asked again once that has come.
public struct CompletionSource {
  /// The kind, as arguments and options name it in their specifications.
  public let kind: String

  /// Gives what is known now that answers a query.
  public let answer: @MainActor (_ query: CompletionQuery) -> [Candidate]

  /// Makes a source that looks at no more than what is typed of the word.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - candidates: gives what begins with a text.
  public init(kind: String, candidates: @escaping @MainActor (_ prefix: String) -> [Candidate]) {
    self.kind = kind
    answer = { candidates($0.prefix) }
  }

  /// Makes a source that looks at the rest of the line too, or holds so much that it has to stop
  /// early.
  ///
  /// - Parameters:
  ///   - kind: the kind.
  ///   - answer: gives what answers a query; ``CompletionMatches`` gathers it.
  public init(
    answering kind: String, _ answer: @escaping @MainActor (_ query: CompletionQuery) -> [Candidate]
  ) {
    self.kind = kind
    self.answer = answer
  }

  /// A word that may stand at the place, with what it means.
  public struct Candidate: Sendable, Equatable {
    /// The word.
    public let text: String
    /// What it means, in a few words; empty where the word says it.
    public let abstract: String

    /// Makes a candidate.
    public init(_ text: String, _ abstract: String = "") {
      self.text = text
      self.abstract = abstract
    }
  }
}
