import FoundationEssentials
import ShellCommands
import ShellOutput
import ShellRuntime

/// Builds the pages of a live screen from snapshots.
@MainActor
final class WatchPages {
  private(set) var page: LivePage
  private var contents: [LivePage.Content]?
  private var failingSince: Date?

  private let showsEnd: Bool

  init(statement: String, showsEnd: Bool = false) {
    self.showsEnd = showsEnd
    page = LivePage(statement: statement)
    page.status = "waiting"
  }

  /// The page while a run has had no results for some seconds; those before it stay.
  func page(lateBy seconds: Int) -> LivePage {
    var late = page
    // Why the last run failed is known already, and says more.
    if failingSince == nil { late.status = "no answer for \(seconds) s" }
    return late
  }

  /// The results and marks of a snapshot stay until a later one differs.
  func page(after snapshot: Snapshot) -> LivePage {
    if let error = snapshot.error {
      let since = failingSince ?? snapshot.time
      failingSince = since
      let time = Snapshot.clockTime(since, seconds: false)
      let problem = error.code == .unconnected ? "not connected" : "failing"
      // The message of such an error itself begins with these words.
      let reason =
        error.message.hasPrefix("\(problem): ")
        ? String(error.message.dropFirst(problem.count + 2)) : error.message
      page.status = "\(problem) since \(time): \(reason); trying again"
      return page
    }
    failingSince = nil
    page.time = Snapshot.clockTime(snapshot.time)
    page.notices = snapshot.notices
    page.status = ""
    if let contents {
      let changes = SnapshotChanges(from: contents, to: snapshot.contents, showsEnd: showsEnd)
      if changes.hasChanges {
        (page.blocks, page.removedCount) = (changes.blocks, changes.removedCount)
        page.status = "changed"
      }
    } else {
      page.blocks = snapshot.contents.map { LivePage.Block($0) }
    }
    contents = snapshot.contents
    if let stored = snapshot.stored {
      let time = stored.since.map { "as of \(Snapshot.since($0, now: snapshot.time)); " } ?? ""
      page.status = time + stored.reason
      if let remark = stored.remark { page.notices.append(remark) }
    }
    return page
  }
}
