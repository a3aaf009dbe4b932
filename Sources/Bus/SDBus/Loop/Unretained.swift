// SPDX-License-Identifier: MIT

/// The object as user data of a C callback. The object must outlive the registration.
func unretained(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

/// The object in the user data of a C callback.
@inline(__always)
func object<T: AnyObject>(_ userData: UnsafeMutableRawPointer?, _ type: T.Type) -> T? {
    userData.map { Unmanaged<T>.fromOpaque($0).takeUnretainedValue() }
}
