//! Other people's formats to coup logs.
