// SPDX-License-Identifier: MIT

/// The user data of a C callback: the object, which has to outlive what it is registered with.
func unretained(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

/// The object in the user data of a C callback.
@inline(__always)
func object<T: AnyObject>(_ userData: UnsafeMutableRawPointer?, _ type: T.Type) -> T? {
    userData.map { Unmanaged<T>.fromOpaque($0).takeUnretainedValue() }
}
