// SPDX-License-Identifier: MIT

internal import Foundation
internal import Glibc

/// A lock and the state that it protects.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    private final class Box {
        let lock = NSLock()
        var state: State

        init(_ state: State) { self.state = state }
    }

    private let box: Box

    /// A lock for a state that may not be Sendable.
    public init(uncheckedState initialState: State) { box = Box(initialState) }

    /// Runs `body` with the state while no other thread has the lock.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        box.lock.lock()
        defer { box.lock.unlock() }
        return try body(&box.state)
    }

    /// Runs `body` with the state while no other thread has the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }

    /// Runs `body` if no other thread has the lock, or else returns nil.
    public func withLockIfAvailableUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
        guard box.lock.try() else { return nil }
        defer { box.lock.unlock() }
        return try body(&box.state)
    }

    /// Runs `body` if no other thread has the lock, or else returns nil.
    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result? {
        try withLockIfAvailableUnchecked(body)
    }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// A lock for a state.
    public init(initialState: State) { self.init(uncheckedState: initialState) }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() { self.init(uncheckedState: ()) }

    /// Runs `body` while no other thread has the lock.
    public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result {
        try withLockUnchecked { (_: inout Void) in try body() }
    }

    /// Runs `body` while no other thread has the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try withLockUnchecked { (_: inout Void) in try body() }
    }

    /// Waits until no other thread has the lock, and takes it.
    @available(*, noasync, message: "Use withLock")
    public func lock() { box.lock.lock() }
    /// Gives the lock back, on the thread that took it.
    @available(*, noasync, message: "Use withLock")
    public func unlock() { box.lock.unlock() }
    /// Takes the lock unless another thread has it. True if this thread has it now.
    @available(*, noasync, message: "Use withLockIfAvailable")
    public func lockIfAvailable() -> Bool { box.lock.try() }
}

/// A lock in memory that does not move. ``OSAllocatedUnfairLock`` has such memory by itself.
public struct os_unfair_lock_s {
    fileprivate var mutex = pthread_mutex_t()

    /// A lock that no thread has.
    public init() {}
}

/// A lock in memory that does not move.
public typealias os_unfair_lock = os_unfair_lock_s
/// The address of a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Waits for the lock. A thread that has it must not call this.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { pthread_mutex_lock(mutex(of: lock)) }

/// Gives the lock back.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { pthread_mutex_unlock(mutex(of: lock)) }

/// Takes the lock if no thread has it; false if one has it.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool { pthread_mutex_trylock(mutex(of: lock)) == 0 }

/// The mutex is the first and only property.
private func mutex(of lock: os_unfair_lock_t) -> UnsafeMutablePointer<pthread_mutex_t> {
    UnsafeMutableRawPointer(lock).assumingMemoryBound(to: pthread_mutex_t.self)
}
