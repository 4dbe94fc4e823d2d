/// What has changed between two indexes of one API, and what of it matters for trust.
package struct DescriptionDifference: Sendable, Equatable {
  /// A change that matters for trust: the user agrees to it.
  package struct Change: Sendable, Equatable {
    /// The kinds of change.
    package enum Kind: String, Sendable, CaseIterable {
      /// A write goes to another path.
      case writePath
      /// An operation has another method.
      case method
      /// A write is now said to change nothing.
      case markedAsRead
      /// An operation is now left out of lists, or is no command any more.
      case hidden
      /// An operation needs no credential any more.
      case noSecurity
      /// An operation needs other security schemes or scopes.
      case security
      /// The servers of the API, of a path or of an operation are others.
      case servers
      /// A security scheme or one of its endpoints or scopes is another.
      case securityScheme
    }

    /// What kind of change it is.
    package var kind: Kind
    /// The operation's id, or the security scheme's; nil if it concerns the API as a whole.
    package var id: String?
    /// What it was: `POST /pets`.
    package var old: String
    /// What it is now.
    package var new: String
  }

  /// The operations that are new.
  package var added: [DescribedEntry] = []
  /// The operations that are gone.
  package var removed: [DescribedEntry] = []
  /// The changes that matter for trust.
  package var changes: [Change] = []

  /// Compares two indexes.
  package init(old: DescriptionIndex, new: DescriptionIndex) throws(DescriptionError) {}

  /// Whether nothing was added or removed, and nothing changed that matters for trust.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changes.isEmpty }
}
