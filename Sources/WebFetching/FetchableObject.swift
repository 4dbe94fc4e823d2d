public import FoundationEssentials
public import Observation
public import WebAPI

/// Content of a service that is requested, kept, and requested again when it is out of date.
///
/// A newer fetch cancels an older one, and an answer that arrives late never replaces a newer one.
/// Cancellation is not an error.
@MainActor
public protocol FetchableObject: AnyObject, Observable {
  /// Whether there is nothing to show.
  var contentUnavailable: Bool { get }

  /// When the content was received; nil if there is none, or if it was dropped.
  var lastUpdated: Date? { get }

  /// The time since the content was received, on the object's clock; nil if there is none.
  var age: Duration? { get }

  /// Whether the content was changed elsewhere since it was received.
  var isStale: Bool { get }

  /// Whether the newest request is running.
  var isLoading: Bool { get }

  /// The error of the newest request; nil if it succeeded, was cancelled, or is the first one.
  var loadingError: (any Error)? { get }

  /// What a view shows.
  var phase: FetchPhase { get }

  /// Requests the content.
  ///
  /// It returns when the request is done, was cancelled, or was overtaken by a newer one. If it fails,
  /// ``loadingError`` is set, and the content that is shown stays.
  ///
  /// - Parameter refreshing: whether the content is shown until the new one arrives; otherwise it is
  ///   dropped at once.
  func fetch(refreshing: Bool) async

  /// Drops what a change invalidates or deletes, and marks what it changes as stale.
  ///
  /// - Returns: whether the content was dropped.
  @discardableResult
  func apply(_ change: DataChange) -> Bool

  /// Drops the content, and cancels what is running.
  func expire()
}

extension FetchableObject {
  /// Requests the content again, and shows the old one until it arrives.
  public func refetch() async { await fetch(refreshing: true) }

  /// Whether the content must be requested: there is none, it is stale, or it is too old.
  ///
  /// - Parameter seconds: how long content is good.
  public func needsUpdate(in seconds: Double = 900) -> Bool {
    guard !isStale, let age else { return true }
    return age >= .seconds(seconds)
  }
}
