/// Answers for one kind of word, such as `products.id`.
public struct CompletionSource {
  /// The kind, as arguments and options name it in their specifications.
  public let kind: String

  /// Gives what is known now that begins with a text; it never waits.
  public let candidates: @MainActor (_ prefix: String) -> [Candidate]

  /// Makes a source.
  public init(kind: String, candidates: @escaping @MainActor (_ prefix: String) -> [Candidate]) {
    self.kind = kind
    self.candidates = candidates
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
