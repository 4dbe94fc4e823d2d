import SeashellAPIs
import SeashellHosting
import SeashellKit

/// What the checks of the program look at.
@MainActor
struct Examination {
  let context: ModuleContext
  let program: Program
  /// The errors that keep the configuration, or the chosen environment, from being used.
  let startErrors: [ShellError]
  let embedded: EmbeddedAPI?
  /// The descriptions of added APIs.
  let descriptions: DescriptionStore
  let libraries: @MainActor () -> [LibraryVersion]
}
