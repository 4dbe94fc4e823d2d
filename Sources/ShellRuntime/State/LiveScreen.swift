package import ShellOutput

/// A screen of its own on the terminal, which shows the results of `watch` until the user leaves.
@MainActor
package protocol LiveScreen: AnyObject {
  /// Takes the terminal.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if the terminal cannot be set up.
  func open() throws

  /// Shows a page in place of the one before.
  func show(_ page: LivePage)

  /// Waits until the user or ``leave()`` leaves the screen.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func untilLeft() async throws

  /// Leaves the screen, as the user can.
  func leave()

  /// Gives the terminal back, as it was before.
  func close()
}

/// What a live screen shows.
package struct LivePage: Equatable {
  /// The watched statement.
  package var statement: String
  /// When the results were taken, as the user's clock shows it; empty if there are none yet.
  package var time = ""
  /// What the user should know of them: `changed`, or why there are no newer ones.
  package var status = ""
  /// The results, in order.
  package var blocks: [Block] = []
  /// How many rows of the results before are there no more.
  package var removedCount = 0
  /// What the statement has written to standard error.
  package var notices: [String] = []

  /// Creates a page without results.
  package init(statement: String) { self.statement = statement }

  /// A part of the results.
  package struct Block: Equatable {
    /// The results.
    package var content: Content
    /// What has changed in each row, field or line.
    package var marks: [Mark?]

    /// Creates a part.
    package init(_ content: Content, marks: [Mark?] = []) {
      self.content = content
      self.marks = marks
    }
  }

  /// Records or text.
  package enum Content: Equatable {
    /// A list of records, or a single one.
    case records(Records)
    /// The lines of a text.
    case text([String])
  }

  /// How a row differs from the results before.
  package enum Mark: Sendable {
    /// It was not there.
    case new
    /// Its values were others.
    case changed
  }
}
