/// Says what a word that is being typed may become.
@MainActor
package protocol Completer: AnyObject {
  /// Completes the word at a place in a text; it answers from what is known, and never waits.
  ///
  /// - Parameters:
  ///   - text: the line as typed so far, which may hold newlines.
  ///   - cursor: the place, in bytes from the text's start.
  func completion(of text: String, at cursor: Int) -> Completion
}

/// What may stand at a place in a line.
package struct Completion: Sendable, Equatable {
  /// Where the part of the line begins that a candidate takes the place of, in bytes; it ends at the
  /// cursor.
  package var start: Int

  /// What may stand there, in the order in which it is listed.
  package var candidates: [Candidate]

  /// Makes a completion.
  package init(start: Int, candidates: [Candidate] = []) {
    self.start = start
    self.candidates = candidates
  }

  /// One of the texts that may stand there.
  package struct Candidate: Sendable, Equatable {
    /// What is put into the line, quoted as the grammar wants it.
    package var replacement: String

    /// What a list shows: the word itself.
    package var label: String

    /// What it means, in a few words; empty where the label says it.
    package var abstract: String

    /// Whether the word ends with it, so that a blank may follow.
    package var endsWord: Bool

    /// Makes a candidate.
    package init(
      _ replacement: String, label: String? = nil, abstract: String = "", endsWord: Bool = true
    ) {
      self.replacement = replacement
      self.label = label ?? replacement
      self.abstract = abstract
      self.endsWord = endsWord
    }
  }
}
