// SPDX-License-Identifier: MIT

internal import Glibc

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
