public import SeashellKit

/// The module `chart`: a single stage, which draws records.
@MainActor
public final class ChartModule: FeatureModule {
  /// The module's name, which is that of its stage: `chart`.
  public let name = "chart"

  /// The module's description in `help`.
  public let abstract = "Draw the records"

  /// True: the module draws the records of all APIs.
  public let isAboutShell = true

  /// Creates the module.
  public init() {}

  /// The stage `chart`.
  public var commands: [any Command] { [ChartCommand()] }
}
