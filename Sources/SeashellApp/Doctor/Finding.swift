import SeashellKit

/// The result of a check by `doctor`.
struct Finding: Sendable, Equatable {
  enum Status: String, Sendable {
    /// The check found no problem.
    case ok
    /// Something may not work as the user expects.
    case warning
    /// Something does not work.
    case failed
  }

  /// The subject of the check: `environment dev`.
  let check: String

  let status: Status

  /// The details, without secrets.
  let detail: String

  var advice: String?

  init(_ check: String, _ status: Status, _ detail: String, advice: String? = nil) {
    self.check = check
    self.status = status
    self.detail = detail
    self.advice = advice
  }
}

enum FindingView: RecordView {
  static let columns = ["check", "status", "detail", "advice"].map { Column($0) }

  static func row(_ finding: Finding) -> [CellValue] {
    [
      .text(finding.check), .text(finding.status.rawValue), .text(finding.detail),
      finding.advice.map(CellValue.text) ?? .null,
    ]
  }
}
