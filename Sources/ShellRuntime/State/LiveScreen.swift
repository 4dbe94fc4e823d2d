package import ShellOutput

/// A separate screen on the terminal that shows the results of `watch` until the user leaves.
@MainActor
package protocol LiveScreen: AnyObject {
  /// The style for text that a command lays out itself, such as a chart: as wide as the screen.
  var textStyle: OutputStyle { get }

  /// Takes over the terminal.
  ///
  /// - Throws: ``ShellOutput/ShellError`` if the terminal cannot be set up.
  func open() throws

  /// Shows a page, replacing the previous one.
  func show(_ page: LivePage)

  /// Waits until the user or ``leave()`` leaves the screen.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func untilLeft() async throws

  /// Leaves the screen on behalf of the user.
  func leave()

  /// Restores the terminal to its previous state.
  func close()
}

/// The content of a live screen.
package struct LivePage: Equatable {
  /// The watched statement.
  package var statement: String
  /// The time of the results, on the user's clock; empty if there are none yet.
  package var time = ""
  /// The state of the results: `changed`, or why there are no newer ones.
  package var status = ""
  /// The results, in order.
  package var blocks: [Block] = []
  /// The number of rows removed since the last run.
  package var removedCount = 0
  /// The lines that the statement has written to standard error.
  package var notices: [String] = []

  /// Creates a page without results.
  package init(statement: String) { self.statement = statement }

  /// A part of the results.
  package struct Block: Equatable {
    package var content: Content
    /// The change of each row, field or line.
    package var marks: [Mark?]

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

  /// How a row differs from the previous results.
  package enum Mark: Sendable {
    /// It did not exist.
    case new
    /// It had other values.
    case changed
  }
}
