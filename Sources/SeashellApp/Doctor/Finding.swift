import SeashellKit

/// What a check of `doctor` has found.
struct Finding: Sendable, Equatable {
  /// How severe a finding is.
  enum Status: String, Sendable {
    /// All is well.
    case ok
    /// Something may not work as the user expects.
    case warning
    /// Something does not work.
    case failed
  }

  /// What was checked: `environment dev`.
  let check: String

  let status: Status

  /// What was found; no secrets.
  let detail: String

  /// What the user can do about it.
  var advice: String?

  init(_ check: String, _ status: Status, _ detail: String, advice: String? = nil) {
    self.check = check
    self.status = status
    self.detail = detail
    self.advice = advice
  }
}

/// Presents findings as records.
enum FindingView: RecordView {
  static let columns = ["check", "status", "detail", "advice"].map { Column($0) }

  static func row(_ finding: Finding) -> [CellValue] {
    [
      .text(finding.check), .text(finding.status.rawValue), .text(finding.detail),
      finding.advice.map(CellValue.text) ?? .null,
    ]
  }
}
