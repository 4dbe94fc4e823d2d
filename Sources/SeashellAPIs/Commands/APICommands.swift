package import SeashellKit
import ShellCommands

extension APIManager {
  /// The commands of `api` that add, show, refresh and remove APIs.
  package var commands: [any Command] {
    [
      AddAPI(manager: self), ListAPIs(manager: self), ShowAPI(manager: self),
      RefreshAPI(manager: self), RemoveAPI(manager: self),
    ]
  }
}
